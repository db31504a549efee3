import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { expect, test } from 'vitest';

import { limits } from './limits.ts';

expect.extend(policyMatchers);

const refund = (cents: unknown) => ({
  call: { id: '1', name: 'refund', args: { order: 'A-7', cents } },
});

test('small refunds pass, larger ones are asked about, huge ones are denied', async () => {
  expect(await tryPolicy(limits, 'preToolCall', refund(1500))).toAllow();
  expect(await tryPolicy(limits, 'preToolCall', refund(4200))).toAsk();
  expect(await tryPolicy(limits, 'preToolCall', refund(90_000))).toDeny();
});

test('an amount that is not a number is denied', async () => {
  expect(await tryPolicy(limits, 'preToolCall', refund('all of it'))).toDeny();
});
