import { ask, definePolicy, deny, retry, type Policy } from '@interpose/core';
import { expect, test } from 'vitest';

import { tryPolicy } from '../try-policy/index.ts';
import { policyMatchers } from './index.ts';

expect.extend(policyMatchers);

const call = { id: 'call_1', name: 'exec', args: {} };

function tried(hooks: NonNullable<Policy['hooks']>) {
  return tryPolicy(definePolicy({ name: 'tested', hooks }), 'preToolCall', { call });
}

test('each matcher holds for its own verb and for no other', async () => {
  const trials = {
    toAllow: await tried({ preToolCall: () => undefined }),
    toDeny: await tried({ preToolCall: () => deny('no shell') }),
    toModify: await tried({ preToolCall: () => ({ call: { ...call, args: { safe: true } } }) }),
    toRespond: await tried({ preToolCall: () => ({ result: 42 }) }),
    toAsk: await tried({ preToolCall: () => ask('a person should look') }),
    toRetry: await tryPolicy(
      definePolicy({ name: 'tested', hooks: { onToolCallResult: () => retry() } }),
      'onToolCallResult',
      { call, result: 1 },
    ),
  };
  for (const [matcher, finding] of Object.entries(policyMatchers)) {
    for (const [verb, trial] of Object.entries(trials)) {
      expect([matcher, verb, finding(trial).pass]).toEqual([matcher, verb, matcher === verb]);
    }
  }
});

test('toDeny matches the reason, the code and the message', async () => {
  const trial = await tried({
    preToolCall: () => deny('no shell here', { code: 'no_shell', message: 'Sorry.' }),
  });
  expect(trial).toDeny();
  expect(trial).toDeny('no shell here');
  expect(trial).toDeny(/shell/);
  expect(trial).toDeny({ code: 'no_shell', message: /^Sorry/ });
  expect(trial).not.toDeny('no shell');
  expect(trial).not.toDeny({ code: 'other' });
});

test('toModify and toRespond compare the value, also an undefined one', async () => {
  const changed = await tried({ preToolCall: () => ({ call: { ...call, args: { safe: true } } }) });
  expect(changed).toModify({ ...call, args: { safe: true } });
  expect(changed).not.toModify(call);
  expect(changed).not.toModify(undefined);
  const supplied = await tried({ preToolCall: () => ({ result: undefined }) });
  expect(supplied).toRespond({ result: undefined });
  expect(supplied).not.toRespond({ result: null });
});

test('toAsk matches the reason', async () => {
  const trial = await tried({ preToolCall: () => ask('a person should look') });
  expect(trial).toAsk(/person/);
  expect(trial).not.toAsk('nobody');
});

test('a failure tells what the policy did instead', async () => {
  const trial = await tried({ preToolCall: () => Promise.reject(new Error('typo')) });
  expect(() => expect(trial).toAllow()).toThrow(
    /expected the policy to allow[\s\S]*it said deny[\s\S]*hook_failed/,
  );
});

test('a promise that was not awaited passes no matcher', () => {
  expect(() => expect(tried({ preToolCall: () => undefined })).toAllow()).toThrow(
    'await tryPolicy first',
  );
});
