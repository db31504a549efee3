import { createHooks } from '@interpose/core';
import {
  scriptedModel,
  type RecordedRow,
  type RecordedRun,
  type ScriptedModel,
} from '@interpose/testing';
import type { Framework } from '../frameworks/framework.ts';
import { loadPolicies } from '../replay/load-policies.ts';
import type { ReplayArguments } from '../replay/parse-replay-arguments.ts';
import { readRows } from '../replay/read-rows.ts';
import type { ReplayReport } from '../replay/tally.ts';
import { judgeParity, type RunParity } from './judge-parity.ts';
import { listedDifferences } from './listed-differences/listed-differences.ts';
import { ParitySide } from './parity-side.ts';
import { ParityTally, type ParityReport } from './parity-tally.ts';

/** One row of a file, replayed in every framework, or one that cannot be read. */
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

/** The totals of a comparison; with `--json` this is the whole output. */
export interface EverywhereReport {
  readonly frameworks: Readonly<Record<string, ReplayReport>>;
  readonly parity: ParityReport;
}

/**
 * Replays a file of recorded runs in every framework and compares what their hooks saw. The frameworks
 * play one row at the same time and the rows one after the other: a policy that counts over sessions
 * counts alike everywhere.
 *
 * Throws `InterposeError` where the file or the policies cannot be used.
 */
export async function replayEverywhere(
  asked: ReplayArguments,
  frameworks: Iterable<Framework>,
  audience: ParityAudience,
): Promise<EverywhereReport> {
  const rows = await readRows(asked.recording, asked.limit);
  await using server = await scriptedModel();
  const sides: ParitySide[] = [];
  for (const framework of frameworks) sides.push(await openSide(framework, asked, server));
  const tally = new ParityTally(listedDifferences);
  audience.begins(rows.length);
  for (const [index, row] of rows.entries()) {
    const compared = await compareRow(row, sides);
    if (compared.kind === 'compared') tally.add(compared.parity);
    audience.hears(compared);
    audience.reaches(index + 1);
  }
  const reports = sides.map((side) => [side.name, side.toReport()] as const);
  await Promise.all(sides.map((side) => side.close()));
  return { frameworks: Object.fromEntries(reports), parity: tally.toReport() };
}

/** Loads the policies for this framework alone, so that what they count is its own. */
async function openSide(
  framework: Framework,
  { policies, isStreamed }: ReplayArguments,
  server: ScriptedModel,
): Promise<ParitySide> {
  const hooks = createHooks(await loadPolicies(policies, framework.name));
  await hooks.ready();
  return new ParitySide(framework, hooks, { server, isStreamed });
}

async function compareRow(row: RecordedRow, sides: readonly ParitySide[]): Promise<ComparedRow> {
  if (row.kind === 'unreadable') {
    for (const side of sides) side.skip(row);
    return row;
  }
  const logs = await Promise.all(sides.map((side) => side.play(row.row, row.run)));
  const parity = judgeParity(logs, listedDifferences);
  return { kind: 'compared', row: row.row, run: row.run, parity };
}
