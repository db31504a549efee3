import { describe, expect, test } from 'vitest';

import { createHooks, deny, type Policy } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';

const REMEDY = 'pass { name, version, hooks }';

describe('a policy that is refused says what is wrong and what to pass', () => {
  test.each<[unknown, string]>([
    [null, 'the policy ? cannot be used: it is not an object'],
    ['p', 'the policy ? cannot be used: it is not an object'],
    [{ name: '' }, 'the policy ? cannot be used: it has no name'],
    [{ hooks: {} }, 'the policy ? cannot be used: it has no name'],
    [{ name: 'p', hooks: null }, 'the policy p cannot be used: its hooks are not an object'],
    [{ name: 'p', hooks: 'x' }, 'the policy p cannot be used: its hooks are not an object'],
    [
      { name: 'p', hooks: { preToolCall: { name: 'h' } } },
      'the policy p cannot be used: its hook on preToolCall is not a function',
    ],
  ])('%j: %s', (policy, problem) => {
    const use = (): unknown => createHooks().use(policy as Policy);
    expect(use).toThrow(`[invalid_policy] ${problem}`);
    expect(use).toThrow(REMEDY);
  });
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
