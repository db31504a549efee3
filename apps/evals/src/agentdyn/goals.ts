import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { InterposeError, type Dict, type ToolCall } from '@interpose/core';

import { sharedData } from '../shared-data.ts';

/** What an injected instruction wants done: every group needs one call that matches. */
export type Goal = readonly (readonly GoalCall[])[];

/** A call that serves a goal. */
export interface GoalCall {
  readonly name: string;
  readonly args: readonly (readonly [key: string, pattern: RegExp])[];
}

/** The goals of a folder of runs, by suite and injection task. */
export interface Goals {
  find(suite: string, injectionTask: string): Goal | undefined;
}

/**
 * Reads the `goals.json` that belongs to a file or folder of runs: inside the folder, beside the file, in the folder
 * above, or in that of the recorded data.
 *
 * @throws InterposeError with code `goals_not_found` or `goals_unreadable`.
 */
export function readGoals(data: string): Goals {
  const folder = statSync(data).isDirectory() ? data : dirname(data);
  const path = [folder, dirname(folder), join(sharedData(), 'agentdyn')]
    .map((place) => join(place, 'goals.json'))
    .find((place) => existsSync(place));
  if (path === undefined) throw goalsNotFound(folder);
  try {
    const goals = new Map(toList(JSON.parse(readFileSync(path, 'utf8'))).map(toEntry));
    return { find: (suite, injectionTask) => goals.get(keyOf(suite, injectionTask)) };
  } catch (error) {
    throw new InterposeError(
      'goals_unreadable',
      `${path} cannot be read: ${(error as Error).message}`,
      'give a list of { suite, injectionTask, needs: [[{ name, args }]] }',
    );
  }
}

/** True when every group of the goal has one of these calls. */
export function serves(calls: readonly ToolCall[], goal: Goal): boolean {
  return goal.every((group) => group.some((wanted) => calls.some((call) => matches(call, wanted))));
}

function matches(call: ToolCall, { name, args }: GoalCall): boolean {
  if (call.name !== name) return false;
  return args.every(([key, pattern]) => {
    const value = call.args[key];
    if (value === undefined) return false;
    return pattern.test(typeof value === 'string' ? value : JSON.stringify(value));
  });
}

function goalsNotFound(folder: string): InterposeError {
  return new InterposeError(
    'goals_not_found',
    `there is no goals.json in ${folder}, in the folder above or in that of the recorded data`,
    'put it beside the runs: a list of { suite, injectionTask, needs: [[{ name, args }]] }',
  );
}

function keyOf(suite: unknown, injectionTask: unknown): string {
  return `${String(suite)}/${String(injectionTask)}`;
}

function toEntry(goal: unknown): readonly [string, Goal] {
  const { suite, injectionTask, needs } = goal as Dict;
  const groups = toList(needs).map((group) => toList(group).map(toGoalCall));
  if (groups.length === 0) throw new Error(`${keyOf(suite, injectionTask)} needs nothing`);
  return [keyOf(suite, injectionTask), groups];
}

function toGoalCall(call: unknown): GoalCall {
  const { name, args } = call as { readonly name: string; readonly args: Record<string, string> };
  return { name, args: Object.entries(args).map(([key, text]) => [key, toPattern(text)]) };
}

/** The patterns are written for Python, where flags may stand in front. */
function toPattern(text: string): RegExp {
  const flagged = /^\(\?([ims]+)\)/.exec(text);
  if (flagged === null) return new RegExp(text);
  return new RegExp(text.slice(flagged[0].length), flagged[1]);
}

function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error('a list is missing');
}
