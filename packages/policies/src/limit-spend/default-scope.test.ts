import { createHooks } from '@interpose/core';
import { openChat } from '@interpose/core/adapter';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { expect, test } from 'vitest';

import { limitSpend } from './index.ts';

expect.extend(policyMatchers);

const request = { messages: [] };
const estimate = (): { inputTokens: number; outputTokens: number } => ({
  inputTokens: 60,
  outputTokens: 40,
});

/** Sends one request in each of these chats and returns the outcomes; the budget is enough for one. */
async function requests(...chats: readonly object[]): Promise<readonly unknown[]> {
  const hooks = createHooks({ policies: [limitSpend({ tokens: 150, estimate })] });
  const fates: unknown[] = [];
  for (const options of chats) {
    const chat = await openChat(hooks, {
      host: { framework: 'test', version: '' },
      agent: { id: 'agent' },
      ...options,
    });
    const verdict = await chat.dispatch('preRequest', { request });
    fates.push(verdict.decision === 'deny' ? verdict.code : verdict.decision);
    // A request that was sent keeps its reservation.
    await chat.end({ kind: 'done', reason: 'completed' });
  }
  return fates;
}

test('requests count over all calls of an agent, for each user, where nobody named a session', async () => {
  const [ada, bob] = [{ user: { id: 'ada' } }, { user: { id: 'bob' } }];
  expect(await requests(ada, bob, ada)).toEqual(['allow', 'allow', 'spend_limited']);
});

test('they count per session where one is named', async () => {
  const [one, other] = [{ session: { id: 'one' } }, { session: { id: 'other' } }];
  expect(await requests(one, other, one)).toEqual(['allow', 'allow', 'spend_limited']);
});

test('a fresh budget that is too small for a request says so, and not that it is spent', async () => {
  const policy = limitSpend({
    tokens: 50,
    money: 0.00005,
    prices: { '*': { input: 1, output: 1 } },
    estimate,
  });
  const result = await tryPolicy(policy, 'preRequest', { request }, { session: { id: 's' } });
  expect(result).toDeny({ code: 'spend_limited' });
  expect(result.verdict.reason).toBe(
    'The budget per session does not bear this request: the limit is 50 tokens, 0 are spent or reserved, it may need 100; the limit is 0.00005 in money, 0 are spent or reserved, it may need 0.0001.',
  );
});

test('a budget per user says what is missing and how to give it', async () => {
  const policy = limitSpend({ tokens: 50, per: 'user', windowMs: 1000, estimate });
  const result = await tryPolicy(policy, 'preRequest', { request });
  expect(result.verdict.reason).toContain(
    'this step has no user: name one with withHooks(…, { user: { id } })',
  );
});
