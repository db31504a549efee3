import { ask, definePolicy, deny, modify, retry, type Policy } from '@interpose/core';
import { expect, test } from 'vitest';

import { tryPolicy } from './try-policy.ts';

const call = { id: 'call_1', name: 'exec', args: { command: 'rm -rf /' } };

function policy(hooks: Policy['hooks']): Policy {
  return definePolicy({
    name: 'tested',
    version: '1.0.0',
    ...(hooks === undefined ? {} : { hooks }),
  });
}

test('tells who denied and why', async () => {
  const trial = await tryPolicy(
    policy({ preToolCall: () => deny('no shell', { code: 'no_shell' }) }),
    'preToolCall',
    { call },
  );
  expect(trial.said).toBe('deny');
  expect(trial.verdict).toMatchObject({
    decision: 'deny',
    reason: 'no shell',
    code: 'no_shell',
    policy: 'tested',
  });
  expect(trial.record).toMatchObject({
    event: 'preToolCall',
    tool: 'exec',
    decision: 'deny',
    changed: false,
  });
});

test('gives the value the step would get, changed or not', async () => {
  const changed = { ...call, args: { command: 'ls' } };
  expect(
    (await tryPolicy(policy({ preToolCall: () => modify(changed) }), 'preToolCall', { call }))
      .value,
  ).toEqual(changed);
  const silent = policy({ preToolCall: () => undefined });
  expect((await tryPolicy(silent, 'preToolCall', { call })).value).toBe(call);
});

test('fills in the tool, the original call and the circumstances of a result', async () => {
  let seen: unknown;
  const watching = policy({
    onToolCallResult: ({ tool, originalCall, durationMs, synthetic }) =>
      void (seen = { tool: tool.name, originalCall, durationMs, synthetic }),
  });
  await tryPolicy(watching, 'onToolCallResult', { call, result: 7 });
  expect(seen).toEqual({ tool: 'exec', originalCall: call, durationMs: 0, synthetic: false });
});

test('an ask is refused unless somebody says yes, and what was asked is told', async () => {
  const asking = policy({ preToolCall: () => ask('a person should look') });
  const refused = await tryPolicy(asking, 'preToolCall', { call });
  expect([refused.said, refused.verdict.decision, refused.record?.settled]).toEqual([
    'ask',
    'deny',
    'refused',
  ]);
  expect(refused.asks.map(({ reason, value }) => [reason, value])).toEqual([
    ['a person should look', call],
  ]);
  const approved = await tryPolicy(asking, 'preToolCall', { call }, { approver: 'yes' });
  expect([approved.said, approved.verdict.decision, approved.record?.settled]).toEqual([
    'ask',
    'allow',
    'approved',
  ]);
});

test('a supplied outcome and a wish to retry are told', async () => {
  const responding = await tryPolicy(
    policy({ preToolCall: () => ({ result: 42 }) }),
    'preToolCall',
    { call },
  );
  expect([responding.said, responding.outcome]).toEqual(['respond', { result: 42 }]);
  const retrying = await tryPolicy(
    policy({ onToolCallResult: () => retry() }),
    'onToolCallResult',
    { call, result: 0 },
  );
  expect(retrying.said).toBe('retry');
});

test('a failing hook denies, and its error is told', async () => {
  const bug = new Error('typo');
  const failing = policy({
    preToolCall: () => {
      throw bug;
    },
  });
  const trial = await tryPolicy(failing, 'preToolCall', { call });
  expect(trial.verdict).toMatchObject({ decision: 'deny', code: 'hook_failed' });
  expect(trial.failures).toMatchObject([{ code: 'hook_failed', error: bug }]);
});

test('a policy reads and leaves session state', async () => {
  const counting = policy({
    preToolCall: async ({ session }) => {
      const count = await session.state.update<number>('calls', (current = 0) => current + 1);
      return count > 2 ? deny('enough') : undefined;
    },
  });
  const trial = await tryPolicy(
    counting,
    'preToolCall',
    { call },
    { session: { id: 's' }, state: { calls: 2 } },
  );
  expect(trial.said).toBe('deny');
});

test('a policy that only monitors allows, and what it would have done is told', async () => {
  const watching = definePolicy({
    name: 'trial',
    mode: 'monitor',
    hooks: { preToolCall: () => deny('would not') },
  });
  const trial = await tryPolicy(watching, 'preToolCall', { call });
  expect([trial.said, trial.monitored?.decision]).toEqual(['allow', 'deny']);
});

test('hooks bound to an agent run for that agent', async () => {
  const bound = policy({ preToolCall: { agent: 'shop', run: () => deny('not in the shop') } });
  expect((await tryPolicy(bound, 'preToolCall', { call })).said).toBe('allow');
  expect((await tryPolicy(bound, 'preToolCall', { call }, { agent: { id: 'shop' } })).said).toBe(
    'deny',
  );
});

test('a policy sees the tried event alone, not the chat around it', async () => {
  const seen: string[] = [];
  const nosy = policy({
    onChatStart: () => void seen.push('start'),
    onChatDone: () => void seen.push('done'),
    preToolCall: () => void seen.push('call'),
  });
  await tryPolicy(nosy, 'preToolCall', { call });
  expect(seen).toEqual(['call']);
});

test('a setup that fails surfaces', async () => {
  const broken: Policy = { name: 'broken', setup: () => Promise.reject(new Error('no database')) };
  await expect(tryPolicy(broken, 'preToolCall', { call })).rejects.toThrow('no database');
});
