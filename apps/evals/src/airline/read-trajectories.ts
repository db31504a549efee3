import type { Dict } from '@interpose/core';
import type { RecordedRow, RecordedRun } from '@interpose/testing';

import { readRecordedRows } from '../read-recorded-rows.ts';
import type { BadRow, RowPlace } from '../row-place.ts';
import { trajectories } from './airline-data.ts';
import type { RightAction } from './right-run.ts';

/** One recorded run of the airline's agent. */
export interface Trajectory extends RowPlace {
  readonly task: string;
  /** The right actions of its task. */
  readonly actions: readonly RightAction[];
  /** True when the database was right at its end. */
  readonly succeeded: boolean;
  readonly recorded: RecordedRun;
}

/**
 * Reads every row of a file or folder, in order.
 *
 * @throws InterposeError when there is no such data.
 */
export async function* readTrajectories(data: string): AsyncGenerator<Trajectory | BadRow, void> {
  for await (const { row, file } of readRecordedRows(data, trajectories)) {
    yield toTrajectory(row, file);
  }
}

function toTrajectory(row: RecordedRow, file: string): Trajectory | BadRow {
  const { line } = row;
  if (row.kind === 'unreadable') return { file, line, reason: row.reason };
  const { run: recorded } = row;
  const { task_id: task, reward } = recorded.metadata;
  const actions = actionsOf(recorded.metadata);
  if (typeof task !== 'number' && typeof task !== 'string')
    return { file, line, reason: 'task_id is missing' };
  if (typeof reward !== 'number') return { file, line, reason: 'reward is no number' };
  if (actions === undefined)
    return { file, line, reason: 'info.task.actions is no list of { name, kwargs }' };
  return { file, line, task: String(task), actions, succeeded: reward >= 1, recorded };
}

function actionsOf({ info }: Dict): readonly RightAction[] | undefined {
  const actions = fieldOf(fieldOf(info, 'task'), 'actions');
  return Array.isArray(actions) && actions.every(isRightAction) ? actions : undefined;
}

function isRightAction(action: unknown): action is RightAction {
  const kwargs = fieldOf(action, 'kwargs');
  return (
    typeof fieldOf(action, 'name') === 'string' && typeof kwargs === 'object' && kwargs !== null
  );
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Dict)[key];
}
