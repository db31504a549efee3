import type { BehaviourProof, FeatureRow, TestProof } from './feature-row.ts';

/** Reads the rows, and throws at the first that has not exactly the keys it must have. */
export function readFeatureRows(text: string): FeatureRow[] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) throw unreadable('the list', rows);
  return rows.map(readRow);
}

function readRow(value: unknown): FeatureRow {
  const { row, capability, holds, because, tests, ...others } = { ...(value as object) } as Partial<
    Record<string, unknown>
  >;
  const known =
    Number.isInteger(row) &&
    isText(capability) &&
    typeof holds === 'boolean' &&
    (holds ? because === undefined : isText(because)) &&
    Array.isArray(tests) &&
    tests.every(isProof) &&
    Object.keys(others).length === 0;
  if (!known) throw unreadable(`row ${String(row)}`, value);
  return value as FeatureRow;
}

function isProof(value: unknown): value is TestProof | BehaviourProof {
  if (typeof value !== 'object' || value === null || !Object.values(value).every(isText))
    return false;
  return ['behaviour', 'file,name'].includes(Object.keys(value).join());
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function unreadable(what: string, value: unknown): Error {
  return new Error(
    `[feature_unreadable] ${what} cannot be read: ${JSON.stringify(value)}; see feature-row.ts for its keys`,
  );
}
