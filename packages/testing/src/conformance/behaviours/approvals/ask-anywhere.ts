import assert from 'node:assert/strict';

import { ask, type ApprovalRequest } from '@interpose/core';

import type { Behaviour, Proof } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import type { HarnessRun } from '../../scenario/harness-run.ts';
import { expectAnswer, expectError, expectRefusal } from '../../kit/expect-outcome.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { fails, says } from '../../kit/script.ts';
import { expectUnseen, toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

interface AskPoint {
  readonly id: string;
  readonly event:
    | 'onUserMessage'
    | 'onSystemMessage'
    | 'preRequest'
    | 'onResponse'
    | 'onAgentResponse'
    | 'onToolCallResult'
    | 'onToolCallError'
    | 'onRequestError';
  readonly rows: readonly number[];
  /** Checks the run after a yes. */
  approved(run: HarnessRun): void;
  refused(run: HarnessRun): void;
}

const answered = (run: HarnessRun): void => expectAnswer(run, 'All done.');
const refusal = (run: HarnessRun): void => expectRefusal(run);

const points: readonly AskPoint[] = [
  { id: 'C310', event: 'onUserMessage', rows: [2, 57], approved: answered, refused: refusal },
  { id: 'C311', event: 'onSystemMessage', rows: [4, 57], approved: answered, refused: refusal },
  { id: 'C312', event: 'preRequest', rows: [6, 57], approved: answered, refused: refusal },
  { id: 'C313', event: 'onResponse', rows: [7, 57], approved: answered, refused: refusal },
  { id: 'C314', event: 'onAgentResponse', rows: [3, 57], approved: answered, refused: refusal },
  {
    id: 'C315',
    event: 'onToolCallResult',
    rows: [11, 57],
    approved: (run) => assert.match(toolTextSeen(run, 'call_search'), /search done/),
    refused: (run) => assert.match(toolTextSeen(run, 'call_search'), /Result withheld by /),
  },
  {
    id: 'C316',
    event: 'onToolCallError',
    rows: [12, 57],
    approved: (run) => assert.match(toolTextSeen(run, 'call_search'), /disk full/),
    refused: (run) => assert.match(toolTextSeen(run, 'call_search'), /Error withheld by /),
  },
  {
    id: 'C317',
    event: 'onRequestError',
    rows: [8, 57],
    approved: (run) => assert.match(String(expectError(run)), /no such model/),
    refused: (run) => {
      expectError(run);
      expectUnseen(run, 'no such model');
    },
  },
];

/** Behaviours for an ask at every event that takes one, not only at tool calls. */
export const askAnywhere: readonly Behaviour[] = theme(
  'ask-anywhere',
  points.map((point) => ({
    id: point.id,
    title: `an ask at ${point.event} is settled by the approver: yes goes on, no is a deny`,
    rows: point.rows,
    proves: [`${point.event}:ask` satisfies Proof],
    async run(bench: Bench) {
      for (const approved of [true, false]) {
        const asked: ApprovalRequest[] = [];
        const run = await askedRun(bench, point.event, approved, asked);
        assert.ok(
          asked.length > 0 && asked.every((request) => request.event === point.event),
          'the approver was asked',
        );
        if (approved) point.approved(run);
        else point.refused(run);
      }
    },
  })),
);

function askedRun(
  bench: Bench,
  event: AskPoint['event'],
  approved: boolean,
  asked: ApprovalRequest[],
): Promise<HarnessRun> {
  const hooks = bench.hooks({
    approver: (request) => {
      asked.push(request);
      return { approved };
    },
  });
  hooks.addHook(event, () => ask('a person should look'));
  const search = spyTool('search', () => {
    if (event === 'onToolCallError') throw new Error('disk full');
    return 'search done';
  });
  const model = modelFor(event);
  return bench.start({
    hooks,
    model,
    messages: question,
    instructions: 'Be brief.',
    tools: [search],
  });
}

function modelFor(event: AskPoint['event']) {
  if (event === 'onRequestError') return [fails('no such model')];
  if (event === 'onToolCallResult' || event === 'onToolCallError') return oneCall('search');
  return [says('All ', 'done.')];
}
