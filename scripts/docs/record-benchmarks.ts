import { existsSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import { runCommand } from '../run-command.ts';
import {
  benchmarksFile,
  readBenchmarks,
  type Benchmarks,
  type MeasuredGate,
} from './pages/read-benchmarks.ts';

/** The output of `pnpm bench --json`. */
interface Report {
  readonly gates: readonly (Omit<MeasuredGate, 'measuredOn' | 'load'> & {
    readonly failure?: string;
  })[];
  readonly node: string;
}

/**
 * Runs `pnpm bench --json` with the given arguments, such as `--only G9`, and stores the figures for the documentation.
 * A gate for which the machine was too noisy keeps its old figures. Figures of another machine are removed, since they
 * cannot be compared.
 */
async function recordBenchmarks(words: readonly string[]): Promise<void> {
  const command = ['node', 'scripts/run-app.ts', 'bench/src/bench.ts', '--json', ...words];
  const { output } = await runCommand(command);
  const report = JSON.parse(output.slice(output.indexOf('{'))) as Report;
  const machine = thisMachine(report.node);
  const before = readBefore(machine);
  const measuredOn = new Date().toISOString().slice(0, 10);
  const load = Math.round((loadavg()[0] ?? 0) / machine.cores);
  const gates = new Map(before.map((gate) => [gate.id, gate]));
  for (const { failure, ...gate } of report.gates) {
    if (failure === undefined) gates.set(gate.id, { ...gate, measuredOn, load });
    else console.error(`${gate.id} keeps what was there: ${failure}`);
  }
  const sorted = [...gates.values()].toSorted((a, b) => numberOf(a) - numberOf(b));
  const benchmarks: Benchmarks = { machine, gates: sorted };
  writeFileSync(
    join(repositoryRoot, benchmarksFile),
    `${JSON.stringify(benchmarks, undefined, 2)}\n`,
  );
  console.log(`wrote ${sorted.length} gates to ${benchmarksFile}`);
}

function thisMachine(node: string): Benchmarks['machine'] {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release().split('-')[0] ?? ''}`.trim(),
    node,
  };
}

function readBefore(machine: Benchmarks['machine']): readonly MeasuredGate[] {
  if (!existsSync(join(repositoryRoot, benchmarksFile))) return [];
  const kept = readBenchmarks();
  return JSON.stringify(kept.machine) === JSON.stringify(machine) ? kept.gates : [];
}

function numberOf({ id }: MeasuredGate): number {
  return Number(id.slice(1));
}

await recordBenchmarks(process.argv.slice(2));
