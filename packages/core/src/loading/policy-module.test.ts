import { describe, expect, test } from 'vitest';

import { createHooks } from '../create-hooks.ts';
import { deny } from '../authoring/verdicts.ts';
import type { Policy } from '../contract/hooks/hooks.ts';
import { hooksOf, readPolicyModule } from './policy-module.ts';

const closed: Policy = { name: 'closed', hooks: { preToolCall: () => deny('closed') } };

async function decisionOf(module: Record<string, unknown>): Promise<string> {
  const hooks = await hooksOf(await readPolicyModule(module, 'policies.mjs'), 'policies.mjs');
  const call = { id: 'c1', name: 'refund', args: {} };
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  return (await hooks.dispatch('preToolCall', { call, tool })).decision;
}

describe('polices by', () => {
  const own = createHooks({ policies: [closed] });
  test.for<[string, Record<string, unknown>]>([
    ['a policy as default', { default: closed }],
    ['a list as default', { default: [closed] }],
    ['a list as policies', { policies: [closed] }],
    ['a policy as policies', { policies: closed }],
    ['options as default', { default: { policies: [closed], timeoutMs: 50 } }],
    ['hooks as default', { default: own }],
    ['a function that returns a policy', { default: () => closed }],
    ['an async function that returns a list', { default: async () => [closed] }],
    ['a function that returns options', { policies: () => ({ policies: [closed] }) }],
    ['a promise of a policy', { default: Promise.resolve(closed) }],
    ['a default that was compiled to CommonJS', { default: { __esModule: true, default: closed } }],
    ['the default, where both are there', { default: closed, policies: [] }],
    ['the default, where it holds what is beside it', { default: [closed], policies: [closed] }],
    [
      'a policy that adds its hooks when it is set up',
      {
        default: {
          name: 'late',
          setup: (hooks: ReturnType<typeof createHooks>) =>
            hooks.addHook('preToolCall', () => deny('closed')),
        },
      },
    ],
  ])('%s', async ([, module]) => {
    expect(await decisionOf(module)).toBe('deny');
  });
});

describe('starts nothing with', () => {
  test.for<[string, Record<string, unknown>, RegExp]>([
    ['no export', {}, /^\[no_policies\] policies\.mjs holds no policy/],
    ['an empty list', { default: [] }, /^\[no_policies\]/],
    ['empty options', { default: {} }, /^\[no_policies\]/],
    ['options with an empty list', { default: { policies: [] } }, /^\[no_policies\]/],
    ['options without policies', { default: { timeoutMs: 50 } }, /^\[no_policies\]/],
    ['hooks that hold nothing', { default: createHooks() }, /^\[no_policies\]/],
    ['a function that returns nothing', { default: () => undefined }, /^\[no_policies\]/],
    ['a policy without a hook', { default: { name: 'idle' } }, /^\[no_policies\]/],
    [
      'a policy whose hooks are empty',
      { default: { name: 'idle', hooks: {} } },
      /^\[no_policies\]/,
    ],
    [
      'a policy without a hook beside another',
      { default: [{ name: 'idle' }, { name: 'ready', hooks: { preToolCall: () => undefined } }] },
      /^\[invalid_policy\] the policy idle cannot be used: it has no hooks/,
    ],
    ['null', { default: null }, /^\[no_policies\]/],
    ['a string', { default: 'closed' }, /^\[policies_invalid\] policies\.mjs exports string/],
    [
      'an approver that is no function',
      { default: closed, approver: true },
      /^\[policies_invalid\]/,
    ],
    [
      'policies beside a default that leaves them out',
      { default: { ...closed, name: 'other' }, policies: [closed] },
      /^\[policies_invalid\] policies\.mjs exports closed in policies, which its default leaves out/,
    ],
    [
      'an approver beside hooks',
      { default: createHooks({ policies: [closed] }), approver: () => ({ approved: false }) },
      /^\[policies_invalid\] policies\.mjs exports an approver beside hooks/,
    ],
    [
      'what only looks like hooks',
      { default: { dispatch: () => undefined, addHook: () => undefined } },
      /^\[invalid_option\] these hooks do not come from createHooks/,
    ],
    [
      'a policy that is misspelt',
      { default: { name: 'x', hook: { preToolCall: () => undefined } } },
      /^\[invalid_policy\].*hooks/,
    ],
    [
      'options that are misspelt',
      { default: { policy: [closed] } },
      /^\[invalid_option\].*policies/,
    ],
  ])('%s', async ([, module, message]) => {
    await expect(decisionOf(module)).rejects.toThrow(message);
  });
});

test('an approver beside the policies answers where the options name none', async () => {
  const asking: Policy = {
    name: 'asking',
    hooks: { preToolCall: () => ({ decision: 'ask', reason: 'sure?' }) },
  };
  expect(await decisionOf({ policies: [asking], approver: () => ({ approved: true }) })).toBe(
    'allow',
  );
});

test('options of the module win over the defaults of the program', async () => {
  const { options } = await readPolicyModule(
    { default: { policies: [closed], mode: 'monitor' } },
    'm',
  );
  const hooks = await hooksOf({ options: options ?? {} }, 'm', { mode: 'enforce' });
  const call = { id: 'c1', name: 'refund', args: {} };
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  expect((await hooks.dispatch('preToolCall', { call, tool })).decision).toBe('allow');
});
