import assert from 'node:assert/strict';

import { DeniedError, deny, mapText } from '@interpose/core';

import { askProof, hooksWith, shout, type Proof } from './proof.ts';

/** Proofs for embeddings. */
export const embeddingProofs: Readonly<Record<string, Proof>> = {
  'preRequest:deny': async (run) => {
    const { text, error } = await run(
      hooksWith((hooks) => hooks.addHook('preRequest', () => deny('not here'))),
    );
    assert.deepEqual([text, DeniedError.isInstance(error)], ['', true]);
  },
  'preRequest:modify': async (run) => {
    const hooks = hooksWith((each) =>
      each.addHook('preRequest', ({ request }) => ({
        request: {
          ...request,
          messages: request.messages.map((message) => mapText(message, shout)),
        },
      })),
    );
    assert.equal((await run(hooks)).text, 'What PRICE?');
  },
  'preRequest:ask': askProof('preRequest', ({ text }) => text !== ''),
};
