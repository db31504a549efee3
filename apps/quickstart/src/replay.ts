import { InterposeError } from '@interpose/core';
import type { Framework } from './frameworks/framework.ts';
import { frameworks } from './frameworks/frameworks.ts';
import { cleanStdout } from './replay/clean-stdout.ts';
import { formatRun } from './replay/format-run.ts';
import { formatTotals } from './replay/format-totals.ts';
import { parseReplayArguments } from './replay/parse-replay-arguments.ts';
import { progressBar, type ProgressBar } from './replay/progress-bar.ts';
import { replayRecording } from './replay/replay-recording.ts';

/** Replays recorded runs and tells how they went: 0 where all went as recorded or as policies wanted, else 1. */
async function replay(words: readonly string[]): Promise<number> {
  const asked = parseReplayArguments(words, [...frameworks.keys()]);
  const print = asked.asJson ? cleanStdout() : (text: string) => console.log(text);
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
      else console.error(`line ${outcome.line} cannot be read: ${outcome.reason}`);
    },
  });
  bar?.clear();
  const report = tally.toReport(framework.name, asked.isStreamed, seconds);
  print(asked.asJson ? JSON.stringify(report) : formatTotals(report, tally.interfered));
  return report.failed + report.mismatched + report.unreadable === 0 ? 0 : 1;
}

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
