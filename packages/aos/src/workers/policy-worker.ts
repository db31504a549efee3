import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';

import { InterposeError } from '@interpose/core';
import { hooksOf, loadPolicyModule } from '@interpose/core/load';

import { serve } from '../server/serve.ts';
import { storeOfMain } from './store-of-main.ts';
import type {
  Answered,
  Asked,
  FromWorker,
  StoreAnswer,
  StoreCall,
  ToWorker,
  WorkerStart,
} from './worker-messages.ts';

type Settle = {
  readonly resolve: (answer: StoreAnswer) => void;
  readonly reject: (error: Error) => void;
};

const waiting = new Map<number, Settle>();
let calls = 0;

function tell(message: FromWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it means windows of a browser
  parentPort?.postMessage(message);
}

function callStore(call: StoreCall): Promise<StoreAnswer> {
  return new Promise((resolve, reject) => {
    waiting.set((calls += 1), { resolve, reject });
    tell({ kind: 'store', number: calls, call });
  });
}

/** Loads the policies and answers what it is asked about them, until it is closed. */
async function work({ module, options }: WorkerStart): Promise<void> {
  const loaded = await loadPolicyModule(pathToFileURL(module).href, module);
  const hooks = await hooksOf(loaded, module, { store: storeOfMain(callStore) });
  hooks.observe('onDecision', ({ record }) => tell({ kind: 'decision', record }));
  const handler = serve(hooks, {
    ...options,
    report: (note) => tell({ kind: 'note', note: withoutCause(note) }),
  });
  parentPort?.on('message', (message: ToWorker) => {
    if (message.kind === 'ask') void answer(message.number, message.asked, handler);
    if (message.kind === 'close') void hooks.close().finally(() => parentPort?.close());
  });
  tell({
    kind: 'ready',
    names: loaded.options?.policies?.map(({ name }) => name) ?? ['hooks of the module'],
  });
}

async function answer(
  number: number,
  { url, headers, text }: Asked,
  handler: (request: Request) => Promise<Response>,
): Promise<void> {
  const request = new Request(url, {
    method: 'POST',
    headers: Object.fromEntries(headers),
    body: text,
  });
  const response = await handler(request);
  const answered: Answered = {
    status: response.status,
    headers: [...response.headers],
    text: await response.text(),
  };
  tell({ kind: 'answer', number, answered });
}

/** What a hook threw may be anything, also what cannot travel. */
function withoutCause<N extends { readonly kind: string; readonly cause?: unknown }>(note: N): N {
  return note.cause === undefined ? note : { ...note, cause: inspect(note.cause) };
}

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'ping') tell({ kind: 'pong' });
  if (message.kind !== 'stored') return;
  const settle = waiting.get(message.number);
  waiting.delete(message.number);
  if (message.problem === undefined) settle?.resolve(message.answer);
  else settle?.reject(new Error(message.problem));
});

work(workerData as WorkerStart).catch((error: unknown) => {
  const code = InterposeError.isInstance(error) ? error.code : 'policies_unreadable';
  tell({ kind: 'failed', code, problem: error instanceof Error ? error.message : String(error) });
});
