import type { Evaluation } from '../evaluation.ts';
import { renderBadRows } from '../row-place.ts';
import { qualityTable } from '../spans/quality-table.ts';
import { evalPii } from './eval-pii.ts';
import type { PiiReport } from './pii-report.ts';

/** How well personal data is found in labelled texts, and how fast. */
export const pii: Evaluation<PiiReport> = {
  measure: evalPii,
  lines: ({ types, checkable, megabytesPerSecond, badRows }) => [
    ...qualityTable(types, { checkable }),
    `${megabytesPerSecond.toFixed(1)} MB/s`,
    ...renderBadRows(badRows),
  ],
  holds: ({ badRows }) => badRows.length === 0,
};
