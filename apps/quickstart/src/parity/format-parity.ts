import { styleText } from 'node:util';
import { counted } from '../terminal/counted.ts';
import { describeEntry } from './compare/describe-entry.ts';
import type { UnlistedDifference } from './compare/judge-parity.ts';
import type { ParityReport } from './compare/parity-tally.ts';
import type { ComparedRow } from './compare/compare-rows.ts';

/** Differences of one run that are printed; after the first few the rest follows from them. */
const mostPrinted = 10;

/** One compared run for people: where a framework tells it in another way than the first does. */
export function formatComparedRun({
  row,
  run,
  parity,
}: ComparedRow & { kind: 'compared' }): string {
  const { unlisted, listed } = parity;
  const times = [...listed.values()].reduce((sum, count) => sum + count, 0);
  const note = times === 0 ? '' : `, ${counted(times, 'listed difference')}`;
  const heading = styleText('bold', `row ${row}: ${run.id}`);
  if (unlisted.length === 0)
    return `${heading} ${styleText('green', 'the same everywhere')}${note}`;
  const lines = unlisted.slice(0, mostPrinted).map(formatDifference);
  const rest = unlisted.length - lines.length;
  const title = styleText('red', counted(unlisted.length, 'unlisted difference').toUpperCase());
  return [`${heading} ${title}${note}`, ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])].join(
    '\n',
  );
}

function formatDifference({ framework, position, expected, got }: UnlistedDifference): string {
  const place = `  ${framework}, event ${position}`;
  if (expected === undefined) return `${place}: got ${describeGot(got)}, expected nothing there`;
  return `${place}: got ${describeGot(got)}, expected ${describeEntry(expected)}`;
}

function describeGot(got: UnlistedDifference['got']): string {
  return got === undefined ? 'nothing' : describeEntry(got);
}

/** The totals of a comparison for people, with the list of what hosts force. */
export function formatParity({ runs, unlisted, listed }: ParityReport): string {
  return [
    `${counted(runs, 'run')} compared, ${unlisted} with an unlisted difference`,
    ...(listed.length === 0 ? [] : ['differences that a host forces:']),
    ...listed.map(
      ({ framework, event, reason, count }) => `  ${count} × ${framework} ${event}: ${reason}`,
    ),
  ].join('\n');
}
