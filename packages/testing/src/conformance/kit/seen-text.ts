import assert from 'node:assert/strict';

import type { HarnessRun } from '../scenario/harness-run.ts';
import type { SeenRequest } from '../scenario/seen-request.ts';

/** Returns the nth request that reached the model; a negative index counts from the end. */
export function requestAt(run: HarnessRun, index: number): SeenRequest {
  const request = run.requests.at(index);
  assert.ok(request, `request ${index} reached the model (there were ${run.requests.length})`);
  return request;
}

/** Returns the outcome of this call that the model read in the last request. */
export function toolTextSeen(run: HarnessRun, callId: string): string {
  const request = requestAt(run, -1);
  const message = request.messages.find((each) => each.role === 'tool' && each.callId === callId);
  assert.ok(
    message,
    `the model reads an outcome of ${callId}: ${JSON.stringify(request.messages)}`,
  );
  return message.text;
}

/** Returns the texts of the user messages of one request, in order. */
export function userTexts(request: SeenRequest): string[] {
  return request.messages.filter((each) => each.role === 'user').map((each) => each.text);
}

/** Expects that the text was neither sent to a model nor shown to the caller. */
export function expectWithheld(run: HarnessRun, text: string): void {
  assert.ok(!JSON.stringify(run.requests).includes(text), `no model reads "${text}"`);
  expectUnseen(run, text);
}

/** Expects that the text was not shown to the caller. */
export function expectUnseen(run: HarnessRun, text: string): void {
  const shown = JSON.stringify([
    run.received,
    run.outcome.kind === 'error' ? String(run.outcome.error) : run.outcome,
  ]);
  assert.ok(!shown.includes(text), `the caller does not see "${text}"`);
}

/** Expects that the model was asked this many times. */
export function expectRequests(run: HarnessRun, count: number): void {
  assert.equal(run.requests.length, count, 'requests that reached the model');
}
