import { parentPort } from 'node:worker_threads';

import { workInThread, type Talk } from '../../src/pool/index.ts';

/** What a test asks of a worker: each does something else to its thread. */
export interface PoolTalk extends Talk {
  readonly start: undefined;
  readonly ready: 'ready';
  readonly asked: 'think' | 'spin' | 'fail' | 'hold' | 'wait' | 'compilers' | 'mumble' | 'people';
  readonly answered: 'done' | readonly string[];
}

const THINK_MS = 2;
const WAIT_MS = 1500;
const HELD_BYTES = 64 * 1024 * 1024;
const held: Uint8Array[] = [];

function think(): void {
  const end = performance.now() + THINK_MS;
  while (performance.now() < end);
}

type Loaded = NodeJS.Process & { readonly moduleLoadList: readonly string[] };

function isTypeStripper(module: string): boolean {
  return module.includes('deps/amaro');
}

workInThread<PoolTalk>(async (_, main) => ({
  ready: 'ready',
  answer: async (asked) => {
    if (asked === 'think') think();
    if (asked === 'spin') for (;;);
    if (asked === 'fail') throw new Error('a tenant has no policies');
    if (asked === 'hold') held.push(new Uint8Array(HELD_BYTES).fill(1));
    if (asked === 'people') await main.call('may I?', { waits: true });
    if (asked === 'wait' || asked === 'people')
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    // Node.js's own list of what it has loaded in this thread, which its types do not declare.
    if (asked === 'compilers') return (process as Loaded).moduleLoadList.filter(isTypeStripper);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it means windows of a browser
    if (asked === 'mumble') parentPort?.postMessage(null);
    return 'done';
  },
  close: async () => {},
}));
