import type { Page } from './page.ts';
import { readBenchmarks, type MeasuredGate } from './read-benchmarks.ts';

/** What a decision costs, beside other libraries, from the figures that `pnpm bench:record` keeps. */
export function benchmarkPage(): Page {
  const { machine, gates } = readBenchmarks();
  const { processor, cores, memoryGb, system, node } = machine;
  const markdown = [
    '# Benchmarks',
    'What hooks cost in time and memory. Every figure is a ratio of two things that ran in turn in one process, so that it means the same on a fast and a slow machine: 1 is as long as the other, 2 twice as long. Each line has a budget, which `pnpm bench` holds in every run.',
    `Measured on ${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node.slice(1)}. The *control* is the same thing measured against itself: how far it is from 1 is how much noise the machine made; a run whose control is too far off is thrown away. A budget that this run missed is marked.`,
    ...gates.map(gateText),
    '## Make it yourself',
    '```sh\ngit clone https://github.com/interpose-dev/interpose && cd interpose\nnpx -y pnpm@12 install\nnpx -y pnpm@12 bench                         # every budget, about ten minutes\nnpx -y pnpm@12 bench:record --only G9,G10    # measures some again, for this page\n```',
    'How it measures, what the libraries are given and why, stands in [the README of the benchmarks](https://github.com/interpose-dev/interpose/tree/main/apps/bench). `bench:record` writes `docs/benchmarks.json`, which this page is made of; on another machine it begins anew, so that all figures of the page are of one.',
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

/** Three digits that mean something. */
function rounded(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 });
}
