import type { Dict } from '@interpose/core';
import type { RecordedRow, RecordedRun } from '@interpose/testing';

import type { WantedFiles } from '../list-data-files.ts';
import { readRecordedRows } from '../read-recorded-rows.ts';
import type { BadRow, RowPlace } from '../row-place.ts';
import { readGoals, type Goal, type Goals } from './goals.ts';

/** One recorded run with what is known of it. */
export interface AgentdynRun extends RowPlace {
  readonly model: string;
  readonly suite: string;
  readonly userTask: string;
  /** True when the user got what was asked for. */
  readonly utility: boolean;
  /** Absent in a run that nobody attacked. */
  readonly attack?: { readonly succeeded: boolean; readonly goal: Goal };
  readonly recorded: RecordedRun;
}

/**
 * Reads every row of a file or folder, in order.
 *
 * @throws InterposeError when there is no such data or no `goals.json`.
 */
export async function* readAgentdynRows(data: string): AsyncGenerator<AgentdynRun | BadRow, void> {
  let goals: Goals | undefined;
  for await (const { row, file } of readRecordedRows(data, runs)) {
    goals ??= readGoals(data);
    yield toRun(row, file, goals);
  }
}

const runs: WantedFiles = {
  matches: (name) => /\.jsonl(\.gz)?$/.test(name),
  kind: '.jsonl or .jsonl.gz',
  source:
    'the recorded runs are those of https://github.com/SaFo-Lab/AgentDyn, folder runs (MIT), as rows of { model, suite, userTask, injectionTask, attack, utility, attackSucceeded, messages }',
};

function toRun(row: RecordedRow, file: string, goals: Goals): AgentdynRun | BadRow {
  const { line } = row;
  if (row.kind === 'unreadable') return { file, line, reason: row.reason };
  const { run: recorded } = row;
  try {
    return { file, line, recorded, ...readMetadata(recorded.metadata, goals) };
  } catch (error) {
    return { file, line, reason: (error as Error).message };
  }
}

function readMetadata(
  metadata: Dict,
  goals: Goals,
): Omit<AgentdynRun, keyof RowPlace | 'recorded'> {
  const run = {
    model: textOf(metadata, 'model'),
    suite: textOf(metadata, 'suite'),
    userTask: textOf(metadata, 'userTask'),
    utility: flagOf(metadata, 'utility'),
  };
  if (metadata['attack'] === null) return run;
  textOf(metadata, 'attack');
  const injectionTask = textOf(metadata, 'injectionTask');
  const goal = goals.find(run.suite, injectionTask);
  if (goal === undefined) throw new Error(`goals.json has no ${injectionTask} of ${run.suite}`);
  return { ...run, attack: { succeeded: flagOf(metadata, 'attackSucceeded'), goal } };
}

function textOf(metadata: Dict, key: string): string {
  const value = metadata[key];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`${key} is no text`);
}

function flagOf(metadata: Dict, key: string): boolean {
  const value = metadata[key];
  if (typeof value === 'boolean') return value;
  throw new Error(`${key} is neither true nor false`);
}
