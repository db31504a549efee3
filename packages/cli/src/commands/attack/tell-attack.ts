import { counted, table, wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { AttackReport, Fates } from './attack-tally.ts';

const SHOWN = 20;

/** Prints the report for people, attacks that went through first. */
export function tellAttack(report: AttackReport, terminal: Terminal): void {
  const { policies, runs, attacks, through, asked, stopped, changed, seed } = report;
  terminal.say(
    `${policies}: ${counted(attacks, 'attack')} on ${counted(runs, 'run')}, seed ${seed}`,
  );
  terminal.say(
    `  ${terminal.paint(through > 0 ? 'red' : 'green', `${through.toLocaleString('en')} through`)} · ${asked.toLocaleString('en')} asked · ${stopped.toLocaleString('en')} stopped${changed > 0 ? ` · ${changed.toLocaleString('en')} changed` : ''}`,
  );
  tellFates('tool', report.tools, terminal);
  tellFates('written into', report.after, terminal);
  tellFates('disguise', report.disguises, terminal);
  const by = Object.entries(report.by).toSorted(([, one], [, other]) => other - one);
  if (by.length > 0) {
    terminal.say();
    terminal.say('Stopped, asked or changed by:');
    terminal.block(table(by.slice(0, SHOWN).map(([name, count]) => [count, name])));
    if (by.length > SHOWN) terminal.say(`  and ${by.length - SHOWN} more; --json lists them`);
  }
  for (const [failure, count] of Object.entries(report.failures))
    terminal.say(`  ${terminal.paint('red', 'failed')} ${failure}, ${counted(count, 'time')}`);
  if (report.unreadable > 0)
    terminal.say(`  ${counted(report.unreadable, 'row')} could not be read`);
  if (report.out === undefined) return;
  const told = through > 0 ? `What went through is in` : 'Nothing went through; no run is in';
  terminal.block(wrap(`${told} ${report.out}.`, terminal.columns));
}

function tellFates(title: string, all: Readonly<Record<string, Fates>>, terminal: Terminal): void {
  const rows = Object.entries(all).toSorted(
    ([name, one], [other, two]) => two.through - one.through || (name < other ? -1 : 1),
  );
  if (rows.length === 0) return;
  terminal.say();
  terminal.block(
    table([
      [title, 'through', 'asked', 'stopped', 'changed'],
      ...rows
        .slice(0, SHOWN)
        .map(([name, { through, asked, stopped, changed }]) => [
          name.slice(0, 40),
          through,
          asked,
          stopped,
          changed,
        ]),
    ]),
  );
  if (rows.length > SHOWN) terminal.say(`  and ${rows.length - SHOWN} more; --json lists them`);
}
