import { PolicySet } from '../../compare/policy-set.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import type { Given } from '../../program/given.ts';
import { shownRecordings } from '../../recordings/shown-recordings.ts';
import { counted, table } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { ReplayTally, type ReplayReport } from './replay-tally.ts';

const SHOWN = 30;

/** Plays every run and reports what the policies did. */
export async function runReplay(given: Given, terminal: Terminal): Promise<ExitCode> {
  const set = await PolicySet.open(
    await loadConfig(given.folder, given.text('config')),
    given.text('answer') !== 'no',
  );
  const report = await play(set, given, terminal);
  await set.close();
  terminal.json(report);
  tell(report, set, terminal);
  return report.unreadable > 0 || Object.keys(report.failures).length > 0 ? 1 : 0;
}

async function play(set: PolicySet, given: Given, terminal: Terminal): Promise<ReplayReport> {
  const tally = new ReplayTally();
  for await (const row of shownRecordings(given, terminal, 'replaying')) {
    if (row.kind === 'unreadable') tally.unreadable += 1;
    else tally.add(await set.play(row), `${row.file}:${row.line}`);
  }
  return tally.toReport(set.name);
}

/** Formats milliseconds with two significant digits. */
function inMs(ms: number): string {
  return `${Number(ms.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 4 })} ms`;
}

function tell(report: ReplayReport, { latency }: PolicySet, terminal: Terminal): void {
  const { policies, runs, decisions, affected, asks, unreadable } = report;
  terminal.say(
    `${policies}: ${counted(runs, 'run')}, ${counted(decisions, 'decision')}, policies acted in ${counted(affected, 'run')}`,
  );
  const verbs = Object.entries(report.verbs).map(
    ([verb, count]) => `${verb} ${count.toLocaleString('en')}`,
  );
  terminal.say(`  ${verbs.join(' · ')}`);
  terminal.say(
    `  ${counted(asks, 'ask')} · half of the decisions within ${inMs(latency.quantile(0.5))}, 99 % within ${inMs(latency.quantile(0.99))}`,
  );
  terminal.say();
  tellKinds(report, terminal);
  if (unreadable > 0) terminal.say(`  ${counted(unreadable, 'row')} could not be read`);
  for (const [failure, count] of Object.entries(report.failures))
    terminal.say(`  ${terminal.paint('red', 'failed')} ${failure}, ${counted(count, 'time')}`);
}

function tellKinds({ interferences, beyond }: ReplayReport, terminal: Terminal): void {
  const rows = interferences
    .slice(0, SHOWN)
    .map(({ count, decision, tool, event, policies: by, codes }) => [
      count,
      decision,
      tool === '' ? event : tool,
      [...by, ...codes].join(' '),
    ]);
  if (rows.length > 0) terminal.block(table(rows));
  const more = interferences.length - SHOWN;
  if (more > 0) terminal.say(`  and ${counted(more, 'kind')} more; --json lists them`);
  if (beyond > 0)
    terminal.say(`  and ${counted(beyond, 'step')} of further kinds, which are not listed`);
}
