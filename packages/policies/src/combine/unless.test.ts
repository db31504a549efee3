import { deny, type Policy } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { call, no, on } from '../../test/sample-policies.ts';
import { every, parallel, some, unless } from './index.ts';

expect.extend(policyMatchers);

describe('unless', () => {
  test('leaves the policy out where the condition is true', async () => {
    const isInternal = unless(({ user }) => user?.organisation === 'acme', no);
    const inside = { user: { id: 'ada', organisation: 'acme' } };
    expect(await tryPolicy(isInternal, 'preToolCall', { call }, inside)).toAllow();
    expect(await tryPolicy(isInternal, 'preToolCall', { call })).toDeny('no');
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('unknown');
      },
    ],
    ['promises', async () => true],
    ['says 1', () => 1],
    ['says nothing', () => undefined],
  ])('applies the policy where the condition %s', async (_, condition) => {
    const guarded = unless(condition as () => boolean, no);
    expect(await tryPolicy(guarded, 'preToolCall', { call })).toDeny('no');
  });

  test('keeps the conditions, names and version of the policy', async () => {
    const sometimes: Policy = {
      ...no,
      hooks: { preToolCall: { run: () => deny('no'), name: 'first', when: () => false } },
    };
    expect(
      await tryPolicy(
        unless(() => false, sometimes),
        'preToolCall',
        { call },
      ),
    ).toAllow();
    const trial = await tryPolicy(
      unless(() => false, no),
      'preToolCall',
      { call },
    );
    expect(trial.record?.by).toEqual(['no/preToolCall']);
    expect(unless(() => false, no).version).toBe(no.version);
  });
});

describe('what cannot be combined', () => {
  test.each<[string, () => unknown, string]>([
    ['no policies under every', () => every(), '[invalid_option] every() has no policies'],
    ['no policies under some', () => some(), '[invalid_option] some() has no policies'],
    ['a function', () => every(() => undefined), '[invalid_policy]'],
    ['a policy without a name', () => some({ hooks: {} } as never), '[invalid_policy]'],
    ['a hook that is no function', () => every(on('odd', 7 as never)), '[invalid_policy]'],
    ['hooks that are no object', () => some({ name: 'a', hooks: 7 } as never), '[invalid_policy]'],
    ['a misspelt key', () => parallel([{ name: 'a', hook: {} } as never]), 'did you mean hooks?'],
    ['null in a list', () => parallel([null as never]), '[invalid_policy]'],
    ['null', () => unless(() => true, null as never), '[invalid_policy]'],
    ['a condition that is none', () => unless(true as never, no), '[invalid_option]'],
  ])('%s is refused at once', (_, combine, message) => {
    expect(combine).toThrow(message);
  });
});
