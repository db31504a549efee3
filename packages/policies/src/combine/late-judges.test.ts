import type { Policy } from '@interpose/core';
import { tryPolicy, type Trial } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { call, no, on, yes } from '../../test/sample-policies.ts';
import { parallel } from './index.ts';

expect.extend(policyMatchers);

const hangs = on('hangs', () => new Promise(() => undefined));
const judge = (policy: Policy): Promise<Trial<'preToolCall'>> =>
  tryPolicy(policy, 'preToolCall', { call });

describe('parallel with a limit', () => {
  test('no person is asked whether one that is late may be passed over', async () => {
    const agreed = { take: 'unanimous', onConflict: 'ask', timeoutMs: 20 } as const;
    for (const members of [
      [hangs, yes],
      [yes, hangs],
      [yes, hangs, no],
    ])
      expect(await judge(parallel(members, agreed))).toDeny({ code: 'hook_timeout' });
  });

  test.each([0, Infinity, 1e12])(
    'waits for a hook with a limit of its own: %s',
    async (timeoutMs) => {
      const run = (): Promise<void> =>
        new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
      const slow: Policy = { name: 'slow', hooks: { preToolCall: { timeoutMs, run } } };
      expect(await judge(parallel([slow, yes]))).toAllow();
      expect(await judge(parallel([slow, hangs], { timeoutMs: 50 }))).toDeny({
        code: 'hook_timeout',
      });
    },
  );

  test.each([0, -1, Number.NaN, Infinity, 3e9, '50'])('refuses timeoutMs %s', (timeoutMs) => {
    expect(() => parallel([yes], { timeoutMs } as never)).toThrow('[invalid_option]');
  });
});
