import { describe, expect, test } from 'vitest';

import { allow, ask, createHooks, deny, modify, respond, retry } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { isCheckedDeny } from './verdicts.ts';

describe('the words for verdicts', () => {
  test.each([
    ['allow', allow(), { decision: 'allow' }],
    ['deny', deny('no'), { decision: 'deny', reason: 'no' }],
    [
      'deny with details',
      deny('no', { code: 'c', message: 'm', data: { n: 1 } }),
      { decision: 'deny', reason: 'no', code: 'c', message: 'm', data: { n: 1 } },
    ],
    ['modify', modify(7), { decision: 'modify', value: 7 }],
    ['respond', respond({ result: 1 }), { decision: 'respond', outcome: { result: 1 } }],
    ['ask', ask('?'), { decision: 'ask', reason: '?' }],
    [
      'ask with details',
      ask('?', { timeoutMs: 5, remember: 'chat' }),
      { decision: 'ask', reason: '?', timeoutMs: 5, remember: 'chat' },
    ],
    ['retry', retry(), { decision: 'retry' }],
    ['retry later', retry({ delayMs: 5 }), { decision: 'retry', delayMs: 5 }],
  ])('%s', (_, verdict, expected) => {
    expect({ ...verdict }).toEqual(expected);
  });

  test('make a deny that cannot be changed afterwards', () => {
    expect(Object.isFrozen(deny('no'))).toBe(true);
    expect(JSON.parse(JSON.stringify(deny('no', { code: 'c' })))).toEqual({
      decision: 'deny',
      reason: 'no',
      code: 'c',
    });
  });

  test('make a deny that is known as checked, which no other object is', () => {
    expect(isCheckedDeny(deny('no', { code: undefined as never }))).toBe(true);
    for (const other of [
      { ...deny('no') },
      { decision: 'deny', reason: 'no' },
      null,
      'deny',
      undefined,
    ])
      expect(isCheckedDeny(other)).toBe(false);
  });

  test('make no allow of a deny whose details say so', () => {
    const details = { decision: 'allow', reason: 'yes' } as object;
    expect({ ...deny('no', details) }).toEqual({ decision: 'deny', reason: 'no' });
  });

  test.each<[string, unknown[]]>([
    ['no reason', [undefined]],
    ['a reason of another type', [7]],
    ['a code of another type', ['no', { code: 7 }]],
    ['a message of another type', ['no', { message: {} }]],
    ['data that is no object', ['no', { data: 'x' }]],
    ['null data', ['no', { data: null }]],
    ['an unknown detail', ['no', { why: 'x' }]],
  ])(
    'make of a deny with %s one that is not taken for checked, and still denies',
    async (_, given) => {
      const said = (deny as (...all: unknown[]) => ReturnType<typeof deny>)(...given);
      const hooks = createHooks();
      hooks.addHook('preToolCall', () => said);
      const verdict = await gateCall(hooks);
      expect(isCheckedDeny(said)).toBe(false);
      expect(verdict).toMatchObject({ decision: 'deny', code: 'invalid_verdict' });
    },
  );
});
