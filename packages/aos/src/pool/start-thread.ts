import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';

import { stripped } from './strip-types.ts';

/**
 * The program that a worker starts with: it lets the main thread take the types out of TypeScript, then starts `script`.
 *
 * Node.js takes types out by WebAssembly, and V8 keeps one list of the code of all threads. Threads that come and go while
 * WebAssembly runs in several of them can end the process with a signal (nodejs/node#64500, V8 of Node.js 22 to 26). Here
 * it runs in the main thread alone. Hooks of the process that load TypeScript in another way, as those of tsx, go first.
 */
const START = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { Script } from 'node:vm';
import { receiveMessageOnPort, workerData } from 'node:worker_threads';

const { script, port, turn } = workerData;
workerData.withoutTypes = strip;
if (process.features.typescript === 'strip') module.registerHooks?.({ load });

function load(url, context, next) {
  const isOpen = context.format == null && /^file:[^?#]*\\.ts(?:[?#]|$)/.test(url);
  const loaded = next(url, isOpen ? { ...context, format: 'module-typescript' } : context);
  if (!loaded.format?.endsWith('-typescript') || url.includes('/node_modules/')) return loaded;
  const source = strip(String(Buffer.from(loaded.source ?? readFileSync(new URL(url)))), url);
  return { ...loaded, format: isOpen ? formatOf(source) : loaded.format.replace('-typescript', ''), source };
}

function strip(text, file) {
  port.postMessage(text);
  Atomics.wait(turn, 0, 0);
  Atomics.store(turn, 0, 0);
  const { code, problem } = receiveMessageOnPort(port).message;
  if (code === undefined) throw new SyntaxError(problem + ' (' + file + ')');
  return code;
}

function formatOf(source) {
  try {
    new Script(module.wrap(source));
    return 'commonjs';
  } catch {
    return 'module';
  }
}

await import(script);
`)}`,
);

/** How a worker is started whose TypeScript the main thread reads. */
export interface StartedThread {
  readonly program: URL;
  readonly data: { readonly script: string; readonly port: MessagePort; readonly turn: Int32Array };
  /** Answers the thread until it has ended. */
  serve(worker: Worker): void;
}

/** Makes ready to start `script` in a worker. */
export function startThread(script: URL): StartedThread {
  const { port1, port2 } = new MessageChannel();
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const answer = (text: string): void => {
    port1.postMessage(stripped(text));
    Atomics.store(turn, 0, 1);
    Atomics.notify(turn, 0);
  };
  return {
    program: START,
    data: { script: script.href, port: port2, turn },
    serve: (worker) => {
      port1.on('message', answer);
      port1.unref();
      worker.once('exit', () => port1.close());
    },
  };
}
