import { ask, type Policy } from '@interpose/core';
import { expect, test } from 'vitest';

import { tryPolicy } from './try-policy.ts';

const call = { id: 'call_1', name: 'exec', args: { command: 'rm -rf /' } };

const policy = (hooks: Policy['hooks'] & {}): Policy => ({ name: 'tested', hooks });

test('the record says whose step it was, what was asked and who answered', async () => {
  const asking = policy({ preToolCall: () => ({ ...ask('sure?'), code: 'sure', data: { n: 1 } }) });
  const { record } = await tryPolicy(
    asking,
    'preToolCall',
    { call },
    {
      approver: () => ({ approved: true, by: 'bob' }),
      agent: { id: 'shop', name: 'Shop' },
      user: { id: 'ann', name: 'Ann', organisation: 'Bakery' },
      session: { id: 'thread-7' },
      trace: true,
    },
  );
  expect(record).toEqual({
    event: 'preToolCall',
    id: expect.any(String),
    seq: expect.any(Number),
    at: expect.any(Number),
    sessionId: 'thread-7',
    chatId: expect.any(String),
    agent: { id: 'shop', name: 'Shop' },
    user: { id: 'ann', organisation: 'Bakery' },
    decision: 'ask',
    by: ['tested/preToolCall'],
    codes: ['sure'],
    reason: 'sure?',
    data: { n: 1 },
    tool: 'exec',
    changed: false,
    hooks: 1,
    mode: 'enforce',
    ms: expect.any(Number),
    settled: 'approved',
    approvedBy: 'bob',
    steps: [{ hook: 'tested/preToolCall', decision: 'ask', code: 'sure', ms: expect.any(Number) }],
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('the record says what made a verdict unreadable', async () => {
  const { record, failures } = await tryPolicy(
    policy({ preToolCall: (() => true) as never }),
    'preToolCall',
    { call },
  );
  expect(record?.problem).toBe('a hook returned boolean; return deny(reason), a value or nothing');
  expect(failures).toMatchObject([{ code: 'invalid_verdict' }]);
});

test('an option that is misspelt is refused by the name it has here', async () => {
  await expect(
    tryPolicy(policy({}), 'preToolCall', { call }, { sesion: {} } as object),
  ).rejects.toThrow('[invalid_option] tryPolicy does not know "sesion"; did you mean session?');
});
