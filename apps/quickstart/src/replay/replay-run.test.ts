import { createHooks, DeniedError, deny, type Policy } from '@interpose/core';
import { readRun, scriptedModel, type RecordedRun, type ScriptedModel } from '@interpose/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aiSdk } from '../frameworks/ai-sdk.ts';
import type { Framework } from '../frameworks/framework.ts';
import { replayRun, type RunVerdict } from './replay-run.ts';
import { watchRuns } from './transcript/watch-runs.ts';

const run = readRun({
  messages: [
    { role: 'user', content: 'Refund it.' },
    { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'refund', args: {} }] },
    { role: 'tool', tool_call_id: '1', content: 'done' },
    { role: 'assistant', content: 'It is done.' },
  ],
});

let server: ScriptedModel;
beforeAll(async () => (server = await scriptedModel()));
afterAll(() => server.close());

interface Choice {
  readonly recorded?: RecordedRun;
  readonly framework?: Framework;
  readonly policies?: readonly Policy[];
}

async function verdictOf(choice: Choice): Promise<RunVerdict> {
  const { recorded = run, framework = aiSdk, policies = [] } = choice;
  const hooks = createHooks({ policies });
  const logs = watchRuns(hooks, false);
  const replay = { framework, hooks, logs, server, isStreamed: false };
  const { verdict } = await replayRun(replay, recorded, 'row-1');
  return verdict;
}

const playing = (play: ReturnType<Framework['begin']>): Framework => ({
  name: 'made-up',
  begin: () => play,
});

test('a run that goes as recorded is the same', async () => {
  expect(await verdictOf({})).toEqual({ kind: 'same' });
});

test('a framework that goes another way without a policy is a mismatch', async () => {
  const lazy = playing(async () => [{ text: 'It is done.', calls: [] }]);
  expect(await verdictOf({ framework: lazy })).toEqual({
    kind: 'mismatched',
    difference: 'chat 1: answer 1 says "It is done." instead of ""',
  });
});

test('a framework that throws has failed', async () => {
  const broken = playing(() => Promise.reject(new Error('out of memory')));
  expect(await verdictOf({ framework: broken })).toEqual({
    kind: 'failed',
    reason: 'out of memory',
  });
});

test('a thrown refusal is no failure', async () => {
  const denial = {
    decision: 'deny',
    reason: 'no',
    code: 'denied',
    by: 'p/h',
    policy: 'p',
    event: 'preRequest',
  } as const;
  const refusing = playing(() => Promise.reject(new DeniedError(denial)));
  expect(await verdictOf({ framework: refusing })).toMatchObject({ kind: 'mismatched' });
});

test('another way that a policy wants is no mismatch', async () => {
  const policy: Policy = { name: 'no-refunds', hooks: { preToolCall: () => deny('no') } };
  expect(await verdictOf({ policies: [policy] })).toEqual({
    kind: 'interfered',
    difference:
      'chat 1: answer 1 got {"kind":"error","message":"Blocked by no-refunds: no"} from refund instead of {"kind":"result","result":"done"}',
  });
});

test('an error that a policy supplies is no failure', async () => {
  const policy: Policy = { name: 'offline', hooks: { preRequest: () => ({ error: 'offline' }) } };
  expect(await verdictOf({ policies: [policy] })).toMatchObject({ kind: 'interfered' });
});

test('a policy that throws out of the run is a failure', async () => {
  const hook = (): never => {
    throw new Error('a broken policy');
  };
  const policy: Policy = {
    name: 'broken',
    hooks: { preToolCall: { run: hook, onError: 'throw' } },
  };
  expect(await verdictOf({ policies: [policy] })).toEqual({
    kind: 'failed',
    reason: 'a broken policy',
  });
});

test('the last word of a user is sent and then the run ends', async () => {
  const seen: unknown[] = [];
  const watcher: Policy = {
    name: 'watcher',
    hooks: {
      onUserMessage: ({ message }) => void seen.push(message.content),
      preRequest: ({ request }) => void seen.push(request.messages.length),
    },
  };
  const recorded = readRun({ messages: [{ role: 'user', content: 'Bye.' }] });
  expect(await verdictOf({ recorded, policies: [watcher] })).toEqual({ kind: 'same' });
  expect(seen).toEqual([[{ type: 'text', text: 'Bye.' }], 1]);
});
