import type { RecordedRow, RecordedRun } from '@interpose/testing';
import type { ReplayReport } from '../../replay/tally.ts';
import type { FrameworkLog, RunParity } from './judge-parity.ts';
import type { ListedDifference } from './listed-difference.ts';
import type { ParitySide } from './parity-side.ts';
import { ParityTally, type ParityReport } from './parity-tally.ts';

/** One row of a file, replayed on every side, or one that cannot be read. */
export type ComparedRow =
  | {
      readonly kind: 'compared';
      readonly row: number;
      readonly run: RecordedRun;
      readonly parity: RunParity;
    }
  | (RecordedRow & { readonly kind: 'unreadable' });

/** Who wants to know how a comparison is going. */
export interface ParityAudience {
  begins(rows: number): void;
  reaches(rows: number): void;
  hears(row: ComparedRow): void;
}

/** What is compared, and how. */
export interface Comparison {
  readonly sides: readonly ParitySide[];
  /** The differences that are known. */
  readonly list: readonly ListedDifference[];
  /** Compares one run on every side, in the order of the sides. */
  readonly judge: (logs: readonly FrameworkLog[]) => RunParity;
}

/** The totals of a comparison; with `--json` this is the whole output. */
export interface ComparisonReport {
  readonly frameworks: Readonly<Record<string, ReplayReport>>;
  readonly parity: ParityReport;
}

/**
 * Replays rows on every side and compares what their hooks saw. The sides play one row at the same time
 * and the rows one after the other: a policy that counts over sessions counts alike everywhere.
 */
export async function compareRows(
  rows: readonly RecordedRow[],
  { sides, list, judge }: Comparison,
  audience: ParityAudience,
): Promise<ComparisonReport> {
  const tally = new ParityTally(list);
  audience.begins(rows.length);
  for (const [index, row] of rows.entries()) {
    const compared = await compareRow(row, sides, judge);
    if (compared.kind === 'compared') tally.add(compared.parity);
    audience.hears(compared);
    audience.reaches(index + 1);
  }
  const reports = sides.map((side) => [side.name, side.toReport()] as const);
  await Promise.all(sides.map((side) => side.close()));
  return { frameworks: Object.fromEntries(reports), parity: tally.toReport() };
}

async function compareRow(
  row: RecordedRow,
  sides: readonly ParitySide[],
  judge: Comparison['judge'],
): Promise<ComparedRow> {
  if (row.kind === 'unreadable') {
    for (const side of sides) side.skip(row);
    return row;
  }
  const logs = await Promise.all(sides.map((side) => side.play(row.row, row.run)));
  return { kind: 'compared', row: row.row, run: row.run, parity: judge(logs) };
}
