import fc from 'fast-check';

import type { Deed, Plan, PlannedHook, Said } from './planned-hook.ts';

const MOST_HOOKS = 7;

const tag = fc.constantFrom('a', 'b', 'c');

const malformed = fc.constantFrom<unknown>(
  null,
  false,
  7,
  'deny',
  [],
  [{ decision: 'allow' }],
  { nope: 1 },
  { steps: [], outcome: 1 },
  { decision: 'block' },
  { decision: 'deny' },
  { decision: 'deny', reason: 7 },
  { decision: 'respond', outcome: {} },
  { decision: 'respond', outcome: { outcome: 1, more: 2 } },
  { decision: 'allow', reason: 7 },
  { decision: 'ask' },
  { decision: 'retry', delayMs: -1 },
  new Error('returned, not thrown'),
  new Map(),
);

const said: fc.Arbitrary<Said> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<Said>(
      { kind: 'nothing' },
      { kind: 'empty' },
      { kind: 'allow' },
      { kind: 'same' },
    ),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('modify'), tag }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deny'), tag }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('respond'), tag }) },
  { weight: 2, arbitrary: fc.constant<Said>({ kind: 'ask' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retry'), delayMs: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('malformed'), value: malformed }) },
  { weight: 3, arbitrary: fc.constantFrom<Said>({ kind: 'throw' }, { kind: 'reject' }) },
  { weight: 1, arbitrary: fc.constant<Said>({ kind: 'hang' }) },
);

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Deed>({ kind: 'none' }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('dispose'), target: fc.nat(MOST_HOOKS - 1) }),
  },
  { weight: 2, arbitrary: fc.constantFrom<Deed>({ kind: 'add' }, { kind: 'nest' }) },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'abort' }) },
);

const often = (truth: number, lie: number): fc.Arbitrary<boolean> =>
  fc.oneof(
    { weight: truth, arbitrary: fc.constant(true) },
    { weight: lie, arbitrary: fc.constant(false) },
  );

const hook: fc.Arbitrary<PlannedHook> = fc.record({
  priority: fc.constantFrom(0, 100, 200),
  later: often(1, 2),
  always: often(1, 3),
  monitor: often(1, 6),
  applies: often(7, 1),
  onError: fc.constantFrom('deny', 'allow', 'throw'),
  deed,
  said,
});

/** Any dispatch: hooks of every kind in every order, failing, hanging, disposing, nesting, aborting. */
export const arbitraryPlan: fc.Arbitrary<Plan> = fc.record({
  after: fc.boolean(),
  approves: fc.boolean(),
  observed: fc.boolean(),
  hooks: fc.array(hook, { maxLength: MOST_HOOKS }),
});
