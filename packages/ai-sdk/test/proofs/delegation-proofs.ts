import assert from 'node:assert/strict';

import { deny, retry } from '@interpose/core';

import { asks, hooksWith, type Proof } from './proof.ts';

/** Proofs for an agent that a tool of another agent asks. */
export const delegationProofs: Readonly<Record<string, Proof>> = {
  'preDelegate:deny': async (run) => {
    const { text, seen } = await run(
      hooksWith((hooks) => hooks.addHook('preDelegate', () => deny('asleep'))),
    );
    assert.deepEqual([text.includes('asleep'), seen.length], [true, 0]);
  },
  'preDelegate:modify': async (run) => {
    const { seen } = await run(
      hooksWith((hooks) =>
        hooks.addHook('preDelegate', ({ task }) => ({ task: { ...task, input: 'What PRICE?' } })),
      ),
    );
    assert.match(JSON.stringify(seen[0]?.prompt), /PRICE/);
  },
  'preDelegate:ask': asks('preDelegate'),
  'onDelegateResult:deny': async (run) => {
    const { text } = await run(
      hooksWith((hooks) => hooks.addHook('onDelegateResult', () => deny('a secret'))),
    );
    assert.ok(text.includes('Result withheld by') && !text.includes('zehn'), text);
  },
  'onDelegateResult:ask': asks('onDelegateResult'),
  'onDelegateResult:retry': async (run) => {
    const { text } = await run(
      hooksWith((hooks) =>
        hooks.addHook('onDelegateResult', ({ attempt }) => (attempt === 1 ? retry() : undefined)),
      ),
    );
    assert.match(text, /sechs/);
  },
  'preDelegate:respond': async (run) => {
    const { text } = await run(
      hooksWith((hooks) => hooks.addHook('preDelegate', () => ({ result: 'supplied' }))),
    );
    assert.match(text, /supplied/);
  },
  'onDelegateResult:modify': async (run) => {
    const { text } = await run(
      hooksWith((hooks) => hooks.addHook('onDelegateResult', () => ({ result: 'changed' }))),
    );
    assert.match(text, /changed/);
  },
  'onDelegateResult:respond': async (run) => {
    const { text } = await run(
      hooksWith((hooks) => hooks.addHook('onDelegateResult', () => ({ error: 'not good enough' }))),
    );
    assert.match(text, /not good enough/);
  },
};
