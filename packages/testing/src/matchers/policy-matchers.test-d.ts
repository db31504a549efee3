import { definePolicy, deny } from '@interpose/core';
import { expect, expectTypeOf, test } from 'vitest';

import { tryPolicy } from '../try-policy/index.ts';
import { policyMatchers } from './index.ts';

const policy = definePolicy({ name: 'tested', hooks: { preToolCall: () => deny('no') } });
const call = { id: 'call_1', name: 'exec', args: {} };

test('expect knows the matchers once the module is imported', async () => {
  expect.extend(policyMatchers);
  const trial = await tryPolicy(policy, 'preToolCall', { call });
  expect(trial).toDeny();
  expect(trial).toDeny(/no/);
  expect(trial).toDeny({ code: 'denied', message: 'Sorry.' });
  expect(trial).not.toRespond({ result: 1 });
  // @ts-expect-error a deny has no `because`
  expect(trial).toDeny({ because: 'typo' });
  // @ts-expect-error an outcome has a key
  expect(trial).toRespond('42');
});

test('a trial is typed by its event', async () => {
  const trial = await tryPolicy(policy, 'preToolCall', { call });
  expectTypeOf(trial.value).toHaveProperty('args');
  expectTypeOf(trial.event).toEqualTypeOf<'preToolCall'>();
});

test('a payload may leave out its circumstances, not what it is about', async () => {
  await tryPolicy(policy, 'onToolCallResult', { call, result: 1 });
  await tryPolicy(policy, 'onResponse', { response: { content: [] } });
  await tryPolicy(policy, 'preRequest', { request: { messages: [] } });
  // @ts-expect-error the call is what it is about
  await tryPolicy(policy, 'preToolCall', {});
  // @ts-expect-error the request is what it is about
  await tryPolicy(policy, 'preRequest', {});
  // @ts-expect-error no such event
  await tryPolicy(policy, 'preToolCal', { call });
});
