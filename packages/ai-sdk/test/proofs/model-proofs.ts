import assert from 'node:assert/strict';

import { DeniedError, deny, mapText, retry } from '@interpose/core';

import {
  ask,
  asks,
  failing,
  hooksWith,
  refused,
  shout,
  supplied,
  swap,
  type Proof,
} from './proof.ts';

function denies(
  event: 'preRequest' | 'onUserMessage' | 'onSystemMessage' | 'onResponse' | 'onAgentResponse',
): Proof {
  return async (run) => {
    const outcome = await run(hooksWith((hooks) => hooks.addHook(event, () => deny('not here'))));
    assert.ok(
      refused(outcome) && !outcome.text.includes('zehn'),
      `${outcome.text} ${String(outcome.error)}`,
    );
    if (event !== 'onResponse' && event !== 'onAgentResponse') assert.equal(outcome.seen.length, 0);
  };
}

/** Proofs for paths that run a chat with a model. */
export const modelProofs: Readonly<Record<string, Proof>> = {
  'preRequest:deny': denies('preRequest'),
  'preRequest:modify': async (run) => {
    const hooks = hooksWith((each) =>
      each.addHook('preRequest', ({ request }) => ({
        request: {
          ...request,
          messages: request.messages.map((message) => mapText(message, shout)),
        },
      })),
    );
    assert.match(JSON.stringify((await run(hooks)).seen[0]?.prompt), /PRICE/);
  },
  'preRequest:respond': async (run) => {
    const outcome = await run(
      hooksWith((hooks) => hooks.addHook('preRequest', () => ({ response: supplied }))),
    );
    assert.deepEqual([outcome.text.includes('supplied'), outcome.seen.length], [true, 0]);
  },
  'preRequest:ask': asks('preRequest'),
  'onUserMessage:deny': denies('onUserMessage'),
  'onUserMessage:modify': async (run) => {
    const outcome = await run(
      hooksWith((hooks) =>
        hooks.addHook('onUserMessage', ({ message }) => ({ message: mapText(message, shout) })),
      ),
    );
    assert.match(JSON.stringify(outcome.seen[0]?.prompt), /PRICE/);
  },
  'onUserMessage:respond': async (run) => {
    const outcome = await run(
      hooksWith((hooks) => hooks.addHook('onUserMessage', () => ({ answer: '{"v":"supplied"}' }))),
    );
    assert.deepEqual([outcome.text.includes('supplied'), outcome.seen.length], [true, 0]);
  },
  'onUserMessage:ask': asks('onUserMessage'),
  'onSystemMessage:deny': denies('onSystemMessage'),
  'onSystemMessage:modify': async (run) => {
    const outcome = await run(
      hooksWith((hooks) =>
        hooks.addHook('onSystemMessage', ({ message }) => ({
          message: mapText(message, () => 'Be long.'),
        })),
      ),
    );
    assert.equal(outcome.seen[0]?.prompt[0]?.content, 'Be long.');
  },
  'onSystemMessage:ask': asks('onSystemMessage'),
  'onResponse:deny': denies('onResponse'),
  'onResponse:modify': async (run) => {
    const outcome = await run(
      hooksWith((hooks) =>
        hooks.addHook('onResponse', ({ response }) => ({ response: mapText(response, swap) })),
      ),
    );
    assert.match(outcome.text, /two/);
  },
  'onResponse:respond': async (run) => {
    const outcome = await run(
      hooksWith((hooks) => hooks.addHook('onResponse', () => ({ error: 'not good enough' }))),
    );
    assert.match(String(outcome.error), /not good enough/);
  },
  'onResponse:ask': asks('onResponse'),
  'onResponse:retry': async (run) => {
    const outcome = await run(
      hooksWith((hooks) =>
        hooks.addHook('onResponse', ({ attempt }) => (attempt === 1 ? retry() : undefined)),
      ),
    );
    assert.match(outcome.text, /sechs/);
  },
  'onAgentResponse:deny': denies('onAgentResponse'),
  'onAgentResponse:modify': async (run) => {
    const outcome = await run(
      hooksWith((hooks) =>
        hooks.addHook('onAgentResponse', ({ message }) => ({ message: mapText(message, swap) })),
      ),
    );
    assert.match(outcome.text, /two/);
  },
  'onAgentResponse:ask': asks('onAgentResponse'),
  'onAgentResponse:retry': async (run) => {
    const outcome = await run(
      hooksWith((hooks) =>
        hooks.addHook('onAgentResponse', ({ attempt }) => (attempt === 1 ? retry() : undefined)),
      ),
    );
    assert.match(outcome.text, /sechs/);
  },
  'onRequestError:deny': async (run) => {
    const outcome = await run(
      hooksWith((hooks) => hooks.addHook('onRequestError', () => deny('shows names'))),
      failing,
    );
    assert.ok(
      DeniedError.isInstance(outcome.error) && !String(outcome.error).includes('no such model'),
    );
  },
  'onRequestError:modify': async (run) => {
    const outcome = await run(
      hooksWith((hooks) =>
        hooks.addHook('onRequestError', () => ({ error: { message: 'try later' } })),
      ),
      failing,
    );
    assert.match(String(outcome.error), /try later/);
  },
  'onRequestError:respond': async (run) => {
    const outcome = await run(
      hooksWith((hooks) => hooks.addHook('onRequestError', () => ({ response: supplied }))),
      failing,
    );
    assert.match(outcome.text, /supplied/);
  },
  'onRequestError:ask': async (run) => {
    for (const approved of [true, false]) {
      const outcome = await run(
        hooksWith((hooks) => hooks.addHook('onRequestError', ask), approved),
        failing,
      );
      assert.equal(String(outcome.error).includes('no such model'), approved);
    }
  },
  'onRequestError:retry': async (run) => {
    const outcome = await run(
      hooksWith((hooks) => hooks.addHook('onRequestError', () => retry())),
      [...failing, { text: '{"v":"sechs"}' }],
    );
    assert.match(outcome.text, /sechs/);
  },
  'onResponseDelta:deny': async (run) => {
    const outcome = await run(
      hooksWith((hooks) => hooks.addHook('onResponseDelta', () => deny('not here'))),
    );
    assert.ok(refused(outcome) && !outcome.text.includes('zehn'), outcome.text);
  },
  'onResponseDelta:modify': async (run) => {
    const outcome = await run(
      hooksWith((hooks) =>
        hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: swap(delta) })),
      ),
    );
    assert.match(outcome.text, /two/);
  },
  'onInventoryChange:deny': async (run) => {
    const outcome = await run(
      hooksWith((hooks) => hooks.addHook('onInventoryChange', () => deny('unreviewed'))),
    );
    assert.ok(refused(outcome));
    assert.equal(outcome.seen.length, 0);
  },
};
