import { InterposeError } from '@interpose/core';
import type { Framework } from './frameworks/framework.ts';
import { frameworks } from './frameworks/frameworks.ts';
import { formatComparedRun, formatParity } from './parity/format-parity.ts';
import { replayEverywhere } from './parity/replay-everywhere.ts';
import { replayThroughGuardian } from './parity/replay-through-guardian.ts';
import { cleanStdout } from './replay/command/clean-stdout.ts';
import { formatRun } from './replay/transcript/format-run.ts';
import { formatTotals } from './replay/format-totals.ts';
import {
  everyFramework,
  parseReplayArguments,
  type ReplayArguments,
} from './replay/command/parse-replay-arguments.ts';
import { progressBar, type ProgressBar } from './replay/command/progress-bar.ts';
import { replayRecording } from './replay/replay-recording.ts';
import type { ReplayReport } from './replay/tally.ts';
import { endOnSignals } from './terminal/end-on-signals.ts';

type Print = (text: string) => void;

/** Replays recorded runs and tells how they went: 0 where all went as recorded or as policies wanted, else 1. */
async function replay(words: readonly string[]): Promise<number> {
  const asked = parseReplayArguments(words, [...frameworks.keys()]);
  const print = asked.asJson ? cleanStdout() : (text: string) => console.log(text);
  const isCompared = asked.throughGuardian || asked.framework === everyFramework;
  return isCompared ? compareAll(asked, print) : replayOne(asked, print);
}

async function replayOne(asked: ReplayArguments, print: Print): Promise<number> {
  const columns = Math.max(80, process.stdout.columns ?? 120);
  let bar: ProgressBar | undefined;
  const framework = frameworks.get(asked.framework) as Framework;
  const { tally, seconds } = await replayRecording(asked, framework, {
    begins: (rows) => (bar = progressBar(rows, process.stderr)),
    reaches: (rows) => bar?.show(rows),
    hears(outcome) {
      if (outcome.kind === 'replayed' && asked.asJson) return;
      bar?.clear();
      if (outcome.kind === 'replayed') print(formatRun(outcome, columns));
      else tellUnreadable(outcome);
    },
  });
  bar?.clear();
  const report = tally.toReport(framework.name, asked.isStreamed, seconds);
  print(asked.asJson ? JSON.stringify(report) : formatTotals(report, tally.interfered));
  return isClean(report) ? 0 : 1;
}

async function compareAll(asked: ReplayArguments, print: Print): Promise<number> {
  let bar: ProgressBar | undefined;
  const compare = asked.throughGuardian ? replayThroughGuardian : replayEverywhere;
  const report = await compare(asked, chosen(asked.framework), {
    begins: (rows) => (bar = progressBar(rows, process.stderr)),
    reaches: (rows) => bar?.show(rows),
    hears(row) {
      const isTold = row.kind === 'unreadable' || row.parity.unlisted.length > 0 || !asked.asJson;
      if (!isTold) return;
      bar?.clear();
      if (row.kind === 'unreadable') return tellUnreadable(row);
      const told = formatComparedRun(row);
      if (asked.asJson) console.error(told);
      else print(told);
    },
  });
  bar?.clear();
  const reports = Object.values(report.frameworks);
  const totals = reports.map((each) => formatTotals(each));
  print(
    asked.asJson ? JSON.stringify(report) : [...totals, formatParity(report.parity)].join('\n'),
  );
  return reports.every(isClean) && report.parity.unlisted === 0 ? 0 : 1;
}

function chosen(name: string): readonly Framework[] {
  return [...frameworks.values()].filter(
    (framework) => name === everyFramework || framework.name === name,
  );
}

function tellUnreadable({ line, reason }: { line: number; reason: string }): void {
  console.error(`line ${line} cannot be read: ${reason}`);
}

function isClean({ failed, mismatched, unreadable }: ReplayReport): boolean {
  return failed + mismatched + unreadable === 0;
}

endOnSignals();
// Whoever reads the output may stop early, as head does.
process.stdout.on('error', () => process.exit(0));

try {
  process.exitCode = await replay(process.argv.slice(2));
} catch (error) {
  if (!InterposeError.isInstance(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
// Policies may have left something open; the replay is over all the same.
process.stdout.write('', () => process.exit());
