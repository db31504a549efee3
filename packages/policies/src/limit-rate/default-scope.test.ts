import { createHooks } from '@interpose/core';
import { tryPolicy } from '@interpose/testing/try-policy';
import { expect, test } from 'vitest';

import { callTool, openTestChat } from '../../test/kit/call-tool.ts';
import { limitRate } from './index.ts';

const user = { id: 'ada' };

/** Makes one call in each of these chats, with a limit of one, and returns the outcomes. */
async function calls(...chats: readonly object[]): Promise<readonly string[]> {
  const hooks = createHooks({ policies: [limitRate({ limit: 1, windowMs: 60_000 })] });
  const fates: string[] = [];
  for (const options of chats) fates.push(await callTool(await openTestChat(hooks, options)));
  return fates;
}

test('calls count over all calls of an agent where nobody named a session', async () => {
  expect(await calls({}, {})).toEqual(['result', 'rate_limited']);
  expect(await calls({ agent: { id: 'a' } }, { agent: { id: 'b' } })).toEqual(['result', 'result']);
});

test('they count for each user of the agent', async () => {
  expect(await calls({ user }, { user: { id: 'bob' } }, { user })).toEqual([
    'result',
    'result',
    'rate_limited',
  ]);
});

test('they count per session where the app or the host named one', async () => {
  const one = { user, session: { id: 'one' } };
  const other = { user, hostSession: { id: 'other' } };
  expect(await calls(one, other, one, other)).toEqual([
    'result',
    'result',
    'rate_limited',
    'rate_limited',
  ]);
});

test('they count apart for sessions of the host whose ids differ only in halves of surrogate pairs', async () => {
  const [one, two, three] = ['one\uD800', 'one\uD801', 'one\uFFFD'].map((id) => ({
    hostSession: { id },
  }));
  expect(await calls(one!, two!, three!, one!)).toEqual([
    'result',
    'result',
    'result',
    'rate_limited',
  ]);
});

test('they count apart for organisations that a host without types gives as numbers', async () => {
  const [one, two] = [12, 13].map((organisation) => ({ user: { ...user, organisation } }));
  expect(await calls(one!, two!, one!)).toEqual(['result', 'result', 'rate_limited']);
});

test('a refusal says per whom was counted', async () => {
  const hooks = createHooks({ policies: [limitRate({ limit: 1, windowMs: 60_000 })] });
  const reasons: unknown[] = [];
  hooks.observe('onDecision', ({ record }) => void reasons.push(record.reason));
  for (const session of [{ id: 's' }, { id: 's' }, undefined, undefined])
    await callTool(
      await openTestChat(hooks, { user, ...(session === undefined ? {} : { session }) }),
    );
  await hooks.flush();
  expect(reasons.filter((reason) => reason !== undefined)).toEqual([
    expect.stringContaining('More than 1 per session in 60 s'),
    expect.stringContaining('More than 1 per agent and user in 60 s'),
  ]);
});

test.each([
  ['user', 'this step has no user: name one with withHooks(…, { user: { id } })'],
  ['organisation', 'this step has no organisation: name one with withHooks(…, { user: { id, org'],
] as const)('a limit per %s says what is missing and how to give it', async (per, said) => {
  const hooks = createHooks({ policies: [limitRate({ limit: 1, windowMs: 60_000, per })] });
  const verdict = await hooks.dispatch('preToolCall', {
    call: { id: '1', name: 'search', args: {} },
    tool: { name: 'search', origin: 'local', known: true, enabled: true },
  });
  expect(verdict).toMatchObject({
    code: 'limit_key_missing',
    reason: expect.stringContaining(said) as string,
  });
});

test('a limit per tool says where it is no use and what to count by', async () => {
  const policy = limitRate({
    limit: 1,
    windowMs: 60_000,
    on: ['preRequest'],
    per: 'tool',
    fallback: 'user',
  });
  const { verdict } = await tryPolicy(policy, 'preRequest', { request: { messages: [] } });
  expect(verdict.reason).toContain(
    'this step has no tool: count only calls of tools, or per session, user or agent',
  );
});
