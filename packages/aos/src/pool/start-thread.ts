import { MessageChannel, Worker } from 'node:worker_threads';

import type { SlotOptions } from './slot-options.ts';
import { strippedFor } from './strip-types.ts';
import type { Talk } from './worker-messages.ts';

/**
 * The program that a worker starts with: it has the main thread strip the types of TypeScript, then starts `script`.
 *
 * Node.js strips types with WebAssembly, and V8 keeps one list of the code of all threads. Threads that start and end
 * while WebAssembly runs in several of them can end the process with a signal (nodejs/node#64500, V8 of Node.js 22 to
 * 26). So here only the main thread runs it. Other hooks that load TypeScript, such as those of tsx, run first.
 */
const START = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { Script } from 'node:vm';
import { receiveMessageOnPort, workerData } from 'node:worker_threads';

const { script, port, turn } = workerData;
const { wait, store } = Atomics;
const textFrom = (source) => new TextDecoder().decode(source);
let questions = 0;
delete workerData.port;
delete workerData.turn;
workerData.withoutTypes = strip;
if (process.features.typescript === 'strip') module.registerHooks?.({ load });

function load(url, context, next) {
  const isOpen = context.format == null && /^file:[^?#]*\\.ts(?:[?#]|$)/.test(url);
  const loaded = next(url, isOpen ? { ...context, format: 'module-typescript' } : context);
  if (!loaded.format?.endsWith('typescript') || url.includes('/node_modules/')) return loaded;
  const given = loaded.source ?? readFileSync(new URL(url));
  const text = typeof given === 'string' ? given : textFrom(given);
  const read = strip(text);
  if (read === 'unread') return isOpen ? next(url, context) : loaded;
  if (read.problem !== undefined)
    throw new SyntaxError(read.problem + ' (' + url.split('?')[0] + read.at + ')');
  const source = read.code;
  const isClear = !isOpen && loaded.format !== 'typescript';
  return { ...loaded, format: isClear ? loaded.format.replace('-typescript', '') : formatOf(source), source };
}

function strip(text) {
  const number = ++questions;
  port.postMessage({ number, text });
  for (;;) {
    wait(turn, 0, 0);
    store(turn, 0, 0);
    for (let next; (next = receiveMessageOnPort(port)) !== undefined; )
      if (next.message.number === number) return next.message.read;
  }
}

function formatOf(source) {
  try {
    new Script(module.wrap(source.replace(/^#!.*/, '')));
    return 'commonjs';
  } catch {
    return 'module';
  }
}

await import(script);
`)}`,
);

/** Starts `script` in a worker; this thread strips the types of its TypeScript. */
export function startThread<T extends Talk>({
  script,
  start,
  execArgv,
  heapMb,
}: Pick<SlotOptions<T>, 'script' | 'start' | 'execArgv' | 'heapMb'>): Worker {
  const { port1, port2 } = new MessageChannel();
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const answer = (asked: { readonly number?: number; readonly text?: unknown } | null): void => {
    port1.postMessage({ number: asked?.number, read: strippedFor(asked?.text) });
    Atomics.store(turn, 0, 1);
    Atomics.notify(turn, 0);
  };
  const worker = new Worker(START, {
    workerData: { script: script.href, port: port2, turn, start },
    transferList: [port2],
    execArgv: execArgv && [...execArgv],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  port1.on('message', answer);
  port1.unref();
  worker.once('exit', () => port1.close());
  return worker;
}
