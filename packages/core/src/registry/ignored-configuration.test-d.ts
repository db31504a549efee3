import { expectTypeOf, test } from 'vitest';

import { createHooks, deny, type Hooks, type Policy } from '../index.ts';

declare const policy: Policy;
declare const hooks: Hooks;

test('what nobody would read does not compile', () => {
  // @ts-expect-error a policy stands in the place of options
  expectTypeOf(() => createHooks(policy)).toBeFunction();
  // @ts-expect-error so does a list
  expectTypeOf(() => createHooks([policy])).toBeFunction();
  // @ts-expect-error a letter is missing
  expectTypeOf(() => createHooks({ policy: [] })).toBeFunction();
  // @ts-expect-error no list
  expectTypeOf(() => createHooks({ policies: {} })).toBeFunction();
  // @ts-expect-error a letter is missing
  expectTypeOf(() => createHooks({ policies: [{ name: 'x', hook: {} }] })).toBeFunction();
  const run = () => deny('no');
  expectTypeOf(() =>
    // @ts-expect-error a letter too many
    createHooks({ policies: [{ name: 'x', hooks: { preToolCall: { tools: 'refund', run } } }] }),
  ).toBeFunction();
  // @ts-expect-error no function
  expectTypeOf(() => createHooks({ approver: true })).toBeFunction();
  // @ts-expect-error a letter is missing
  expectTypeOf(() => hooks.extend({ policy: [] })).toBeFunction();
  // @ts-expect-error a letter is missing
  expectTypeOf(() => hooks.addHook('preToolCall', run, { tol: 'refund' })).toBeFunction();
  // @ts-expect-error keys are small
  expectTypeOf(() => hooks.inSession({ ID: 't' }, run)).toBeFunction();
});
