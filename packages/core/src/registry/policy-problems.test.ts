import { describe, expect, test } from 'vitest';

import { createHooks, deny, type Policy } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';

const REMEDY = 'pass { name, version, hooks }';

describe('a policy that is refused says what is wrong and what to pass', () => {
  test.each<[unknown, string]>([
    [null, 'null stands where a policy belongs'],
    ['p', '"p" stands where a policy belongs'],
    [{ name: '' }, 'a policy has no name'],
    [{ hooks: {} }, 'a policy has no name'],
    [{ name: 'p', hooks: null }, 'the policy p cannot be used: its hooks are not a plain object'],
    [{ name: 'p', hooks: 'x' }, 'the policy p cannot be used: its hooks are not a plain object'],
    [
      { name: 'p', hooks: { preToolCall: { name: 'h' } } },
      'the policy p cannot be used: its hook on preToolCall is not a function',
    ],
    [
      { name: 'p', hooks: { preToolCall: undefined } },
      'the policy p cannot be used: its hook on preToolCall is not a function',
    ],
    [
      { name: 'p', hooks: { preToolCall: null } },
      'the policy p cannot be used: its hook on preToolCall is not a function',
    ],
  ])('%j: %s', (policy, problem) => {
    const use = (): unknown => createHooks().use(policy as Policy);
    expect(use).toThrow(`[invalid_policy] ${problem}`);
    expect(use).toThrow(REMEDY);
  });
});

test.each<[string, unknown, string]>([
  ['a factory', () => ({ name: 'p' }), 'call it: allowTools([]), not allowTools'],
  ['a list', [{ name: 'p' }], 'spread it: policies: [...list]'],
  ['a Promise', Promise.resolve({ name: 'p' }), 'await it before createHooks'],
])('%s where a policy belongs is told apart', (what, given, remedy) => {
  expect(() => createHooks({ policies: [given as Policy] })).toThrow(remedy);
  expect(() => createHooks({ policies: [given as Policy] })).toThrow(
    `${what.replace('factory', 'function')} stands where a policy belongs`,
  );
});

describe("a policy's hook without a name of its own", () => {
  test.each<[string, NonNullable<Policy['hooks']>, string]>([
    ['its function', { preToolCall: { guard: () => deny('no') }.guard }, 'p/guard'],
    ['its event where the function has none', { preToolCall: [() => deny('no')] }, 'p/preToolCall'],
    ['its event where it has options', { preToolCall: { run: () => deny('no') } }, 'p/preToolCall'],
  ])('is named after %s', async (_, own, by) => {
    const hooks = createHooks({ policies: [{ name: 'p', hooks: own }] });
    expect(await gateCall(hooks)).toMatchObject({ by });
  });
});
