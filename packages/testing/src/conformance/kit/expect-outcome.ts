import assert from 'node:assert/strict';

import type { HarnessRun } from '../scenario/harness-run.ts';

/** Expects that the caller got this answer and no other text. */
export function expectAnswer(run: HarnessRun, text: string): void {
  expectKind(run, 'answer');
  assert.equal((run.outcome as { text: string }).text, text, 'the answer');
  expectWholeStream(run);
}

/** Expects that the caller got a refusal with this text. */
export function expectRefusal(run: HarnessRun, text = 'Blocked by policy.'): void {
  expectKind(run, 'refusal');
  assert.equal((run.outcome as { text: string }).text, text, 'the text of the refusal');
  expectWholeStream(run);
}

/** Expects that the caller got an error, and returns it. */
export function expectError(run: HarnessRun): unknown {
  expectKind(run, 'error');
  return (run.outcome as { error: unknown }).error;
}

/** Expects this kind of outcome. */
export function expectKind(run: HarnessRun, kind: HarnessRun['outcome']['kind']): void {
  assert.equal(run.outcome.kind, kind, `the outcome is ${describe(run)}`);
}

function expectWholeStream(run: HarnessRun): void {
  assert.deepEqual(run.streamFaults, [], 'the stream is whole by the rules of its host');
}

function describe({ outcome }: HarnessRun): string {
  if (outcome.kind === 'error') return `error: ${String(outcome.error)}`;
  return JSON.stringify(outcome);
}
