import { counted, table, wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { DiffReport } from './diff-report.ts';

const SHOWN = 20;

/** Prints the report for people. */
export function tellDiff(report: DiffReport, terminal: Terminal): void {
  const { runs, decisions, changed, affected, unexpected, base, candidate } = report;
  terminal.say(
    `${base.name} → ${candidate.name}, ${counted(runs, 'run')}, ${counted(decisions, 'decision')}`,
  );
  terminal.say();
  terminal.say(
    changed === 0
      ? terminal.paint('green', 'No decision changes.')
      : `${counted(changed, 'decision')} changed in ${counted(affected, 'run')}, ${unexpected === 0 ? 'all expected' : terminal.paint('red', `${unexpected.toLocaleString('en')} not expected`)}`,
  );
  for (const change of report.changes.slice(0, SHOWN)) tellChange(change, terminal);
  const more = report.changes.length - SHOWN;
  if (more > 0) terminal.say(`  and ${counted(more, 'kind')} more; --json lists them`);
  if (report.beyond > 0)
    terminal.say(
      `  and ${counted(report.beyond, 'change')} of further kinds, which are not listed`,
    );
  terminal.say();
  terminal.block(
    table([
      ['', 'base', 'candidate'],
      ['asks', String(base.asks), String(candidate.asks)],
      ['ms per decision, half', String(base.p50), String(candidate.p50)],
      ['ms per decision, 99 %', String(base.p99), String(candidate.p99)],
    ]),
  );
  for (const failure of report.failures) terminal.say(`  a hook failed: ${failure}`);
  if (report.unreadable > 0)
    terminal.say(`  ${counted(report.unreadable, 'row')} could not be read:`);
  for (const { file, line, reason } of report.unreadableRows)
    terminal.block(wrap(`${file}:${line}: ${reason}`, terminal.columns, '    '));
}

function tellChange(change: DiffReport['changes'][number], terminal: Terminal): void {
  const { event, tool, from, to, count, sessions, isExpected, examples } = change;
  const step = tool === '' ? event : `${tool} (${event})`;
  const by = [...to.policies, ...to.codes].join(' ') || [...from.policies, ...from.codes].join(' ');
  const mark = isExpected ? terminal.paint('dim', 'expected') : terminal.paint('yellow', 'new');
  terminal.say();
  terminal.say(`  ${step}: ${from.decision} → ${terminal.paint('bold', to.decision)}  ${mark}`);
  terminal.say(
    `    ${counted(count, 'time')} in ${counted(sessions, 'run')}${by === '' ? '' : `, by ${by}`}`,
  );
  for (const { file, line, reason } of examples)
    terminal.block(
      wrap(`${file}:${line}${reason === undefined ? '' : `  ${reason}`}`, terminal.columns, '    '),
    );
}
