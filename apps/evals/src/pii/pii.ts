import type { Evaluation } from '../evaluation.ts';
import { qualityTable } from '../spans/quality-table.ts';
import { evalPii } from './eval-pii.ts';
import type { PiiReport } from './pii-report.ts';

/** How well personal data is found in labelled texts, and how fast. */
export const pii: Evaluation<PiiReport> = {
  data: '<file or folder>',
  measure: evalPii,
  lines: ({ types, checkable, megabytesPerSecond }) => [
    ...qualityTable(types, { checkable }),
    `${megabytesPerSecond.toFixed(1)} MB/s`,
  ],
  holds: () => true,
};
