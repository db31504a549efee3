import type { Evaluation } from '../evaluation.ts';
import { renderBadRows } from '../row-place.ts';
import { qualityTable } from '../spans/quality-table.ts';
import { evalSecrets } from './eval-secrets.ts';
import type { SecretsReport } from './secrets-report.ts';

/** How well secrets are found in labelled texts, and how fast. */
export const secrets: Evaluation<SecretsReport> = {
  measure: evalSecrets,
  lines: ({ types, all, falseAlarms, megabytesPerSecond, badRows }) => [
    ...qualityTable(types, { all }),
    `${falseAlarms} texts without a secret in which one was found`,
    `${megabytesPerSecond.toFixed(1)} MB/s`,
    ...renderBadRows(badRows),
  ],
  holds: ({ badRows }) => badRows.length === 0,
};
