import assert from 'node:assert/strict';

import { deny, retry } from '@interpose/core';

import { ask, asks, failed, hooksWith, type Proof } from './proof.ts';

/** Proofs for a tool on its own. */
export const toolProofs: Readonly<Record<string, Proof>> = {
  'preToolCall:deny': async (run) => {
    const { error } = await run(
      hooksWith((hooks) => hooks.addHook('preToolCall', () => deny('not here'), { name: 'guard' })),
    );
    assert.equal(String(error), 'Blocked by guard: not here');
  },
  'preToolCall:modify': async (run) => {
    const { text } = await run(
      hooksWith((hooks) =>
        hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { q: 'bread' } } })),
      ),
    );
    assert.equal(text, 'bread: zehn');
  },
  'preToolCall:respond': async (run) => {
    const { text } = await run(
      hooksWith((hooks) => hooks.addHook('preToolCall', () => ({ result: 'supplied' }))),
    );
    assert.equal(text, 'supplied');
  },
  'preToolCall:ask': asks('preToolCall'),
  'onToolCallResult:deny': async (run) => {
    const { error } = await run(
      hooksWith((hooks) =>
        hooks.addHook('onToolCallResult', () => deny('not here'), { name: 'guard' }),
      ),
    );
    assert.equal(String(error), 'Result withheld by guard: not here');
  },
  'onToolCallResult:modify': async (run) => {
    const { text } = await run(
      hooksWith((hooks) => hooks.addHook('onToolCallResult', () => ({ result: 'changed' }))),
    );
    assert.equal(text, 'changed');
  },
  'onToolCallResult:respond': async (run) => {
    const { error } = await run(
      hooksWith((hooks) => hooks.addHook('onToolCallResult', () => ({ error: 'not good enough' }))),
    );
    assert.equal(String(error), 'not good enough');
  },
  'onToolCallResult:ask': asks('onToolCallResult'),
  'onToolCallResult:retry': async (run) => {
    const attempts: number[] = [];
    await run(
      hooksWith((hooks) =>
        hooks.addHook('onToolCallResult', ({ attempt }) => {
          attempts.push(attempt);
          return attempt === 1 ? retry() : undefined;
        }),
      ),
    );
    assert.deepEqual(attempts, [1, 2]);
  },
  'onToolCallError:deny': async (run) => {
    const { error } = await run(
      hooksWith((hooks) =>
        hooks.addHook('onToolCallError', () => deny('not here'), { name: 'guard' }),
      ),
      failed,
    );
    assert.equal(String(error), 'Error withheld by guard: not here');
  },
  'onToolCallError:modify': async (run) => {
    const { error } = await run(
      hooksWith((hooks) =>
        hooks.addHook('onToolCallError', () => ({ error: { message: 'try later' } })),
      ),
      failed,
    );
    assert.equal(String(error), 'try later');
  },
  'onToolCallError:respond': async (run) => {
    const { text } = await run(
      hooksWith((hooks) => hooks.addHook('onToolCallError', () => ({ result: 'supplied' }))),
      failed,
    );
    assert.equal(text, 'supplied');
  },
  'onToolCallError:ask': async (run) => {
    for (const approved of [true, false]) {
      const { error } = await run(
        hooksWith((hooks) => hooks.addHook('onToolCallError', ask), approved),
        failed,
      );
      assert.equal(String(error).includes('disk full'), approved);
    }
  },
  'onToolCallError:retry': async (run) => {
    const attempts: number[] = [];
    await run(
      hooksWith((hooks) =>
        hooks.addHook('onToolCallError', ({ attempt }) => {
          attempts.push(attempt);
          return attempt === 1 ? retry() : undefined;
        }),
      ),
      failed,
    );
    assert.deepEqual(attempts, [1, 2]);
  },
};

/** Proofs for a call that reaches no tool. */
export const unknownCallProofs: Readonly<Record<string, Proof>> = {
  'onToolCallError:deny': async (run) => {
    assert.match(
      (await run(hooksWith((hooks) => hooks.addHook('onToolCallError', () => deny('no names')))))
        .text,
      /Error withheld by/,
    );
  },
  'onToolCallError:modify': async (run) => {
    assert.match(
      (
        await run(
          hooksWith((hooks) =>
            hooks.addHook('onToolCallError', () => ({ error: { message: 'use search' } })),
          ),
        )
      ).text,
      /use search/,
    );
  },
  'onToolCallError:ask': async (run) => {
    for (const approved of [true, false]) {
      const { text } = await run(
        hooksWith((hooks) => hooks.addHook('onToolCallError', ask), approved),
      );
      assert.equal(text.includes('Error withheld by'), !approved);
    }
  },
};
