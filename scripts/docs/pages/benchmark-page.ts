import type { Page } from './page.ts';
import { readBenchmarks, type MeasuredGate } from './read-benchmarks.ts';

/** Returns the page that compares decision costs with other libraries, by the figures of `pnpm bench:record`. */
export function benchmarkPage(): Page {
  const { machine, gates } = readBenchmarks();
  const { processor, cores, memoryGb, system, node } = machine;
  const markdown = [
    '# Benchmarks',
    'What hooks cost in time and memory. Most figures are ratios: two programs ran in turn in one process, and 2× means that the first took twice as long as the second. A ratio means the same on a fast and on a slow machine. Many lines have a budget; `pnpm bench` fails if one is exceeded.',
    `Measured on ${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node.slice(1)}. The *control* is the same thing measured against itself: how far it is from 1 is how much noise the machine made; a run whose control is too far off is thrown away. A budget that this run missed is marked.`,
    ...gates.map(gateText),
    '## Make it yourself',
    '```sh\ngit clone https://github.com/interpose-dev/interpose && cd interpose\nnpx -y pnpm@12 install\nnpx -y pnpm@12 bench                         # every budget, about ten minutes\nnpx -y pnpm@12 bench:record --only G9,G10    # measures some again, for this page\n```',
    '[The README of the benchmarks](https://github.com/interpose-dev/interpose/tree/main/apps/bench) says how they measure, and what each library has to do. `bench:record` writes `docs/benchmarks.json`, from which this page is made. On another machine it starts from an empty file, so all figures on the page are from one machine.',
  ].join('\n\n');
  return { path: 'trust/benchmarks', markdown };
}

function gateText({ id, name, measuredOn, load, control, parts, peers }: MeasuredGate): string {
  const noise = control === undefined ? '' : `, control ${rounded(control)}`;
  const rows = parts.map(
    ({ name: what, value, unit, limit, sense, pass }) =>
      `| ${what} | ${shown(value, unit)} | ${sense} ${shown(limit, unit)}${pass ? '' : ', **missed**'} |`,
  );
  const beside = peers.map(
    ({ name: what, value, unit }) => `| ${what} | ${shown(value, unit)} | |`,
  );
  return [
    `## ${name[0]!.toUpperCase()}${name.slice(1)}`,
    `\`${id}\`, ${measuredOn}${noise}${load > 1 ? `, while ${load} processes wanted each core` : ''}.`,
    ['| measured | figure | budget |', '| --- | ---: | ---: |', ...rows, ...beside].join('\n'),
  ].join('\n\n');
}

const units: Readonly<Record<string, string>> = { x: '×', us: ' µs', count: '' };

function shown(value: number, unit: string): string {
  return `${rounded(value)}${units[unit] ?? ` ${unit}`}`;
}

/** Rounds to three significant digits. */
function rounded(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 });
}
