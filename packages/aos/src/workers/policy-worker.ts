import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

import { hooksOf, loadPolicyModule } from '@interpose/core/load';

import { inSharedMemory } from '../pool/stores/shared-memory.ts';
import { storeOfMain } from '../pool/stores/store-of-main.ts';
import type { StoreCall } from '../pool/stores/store-calls.ts';
import { answeredOf, requestOf } from '../pool/travel.ts';
import { workInThread } from '../pool/work-in-thread.ts';
import { serve } from '../server/serve.ts';
import type { ServeTalk } from './serve-talk.ts';

workInThread<ServeTalk>(async ({ module, options }, main) => {
  const call = (wanted: StoreCall): Promise<unknown> => main.call(wanted);
  const { loaded, hooks } = await inSharedMemory(call, 'memory', async () => {
    const read = await loadPolicyModule(pathToFileURL(module).href, module);
    const made = await hooksOf(read, module, { store: storeOfMain(call, 'sessions') });
    return { loaded: read, hooks: made };
  });
  hooks.observe('onDecision', ({ record }) => main.tell({ kind: 'decision', record }));
  const handler = serve(hooks, {
    ...options,
    report: (note) => main.tell({ kind: 'note', note: withoutCause(note) }),
  });
  return {
    ready: loaded.options?.policies?.map(({ name }) => name) ?? ['hooks of the module'],
    answer: async (asked) => answeredOf(await handler(requestOf(asked))),
    close: () => hooks.close(),
  };
});

/** Replaces the cause by text: a hook may throw anything, including values that cannot be sent to another thread. */
function withoutCause<N extends { readonly kind: string; readonly cause?: unknown }>(note: N): N {
  return note.cause === undefined ? note : { ...note, cause: inspect(note.cause) };
}
