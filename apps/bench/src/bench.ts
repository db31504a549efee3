import { BenchError } from './bench-error.ts';
import { findGates } from './find-gates.ts';
import { formatTable } from './format-table.ts';
import type { JudgedGate } from './judge-gate.ts';
import { parseArguments } from './parse-arguments.ts';
import { runGate } from './run-gate.ts';
import { toReport } from './to-report.ts';

/** Milliseconds after which no process is repeated any more, so that a run stays bounded. */
const NO_MORE_SPARES_AFTER = 300_000;

/** Measures the wanted gates one after the other and prints their verdicts. */
async function bench(words: readonly string[]): Promise<number> {
  const files = await findGates();
  const { gates: wanted, json } = parseArguments(words, [...files.keys()]);
  const started = performance.now();
  const gates: JudgedGate[] = [];
  for (const id of wanted) {
    showProgress(`${id} (${gates.length + 1} of ${wanted.length})`);
    const deadline = started + NO_MORE_SPARES_AFTER;
    gates.push(await runGate(id, files.get(id) as URL, { deadline }));
  }
  showProgress('');
  const report = toReport(gates, Math.round((performance.now() - started) / 1000));
  console.log(json ? JSON.stringify(report) : summary(gates, report.seconds));
  return gates.every(({ pass }) => pass) ? 0 : 1;
}

function summary(gates: readonly JudgedGate[], seconds: number): string {
  const passed = gates.filter(({ pass }) => pass).length;
  return `${formatTable(gates)}\n\n${passed} of ${gates.length} gates passed in ${seconds} s`;
}

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
}

try {
  process.exitCode = await bench(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BenchError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
