import { expect, onTestFinished, test } from 'vitest';

import { WorkerSlot, type SlotOptions } from '../../src/pool/index.ts';
import type { PoolTalk } from './working.ts';

const MODULE = 'working.ts';

/** A slot of a worker, and what it said of workers that were stopped. */
function openSlot(options: Partial<SlotOptions<PoolTalk>> = {}): {
  readonly slot: WorkerSlot<PoolTalk>;
  readonly stopped: readonly string[];
} {
  const stopped: string[] = [];
  const slot = new WorkerSlot<PoolTalk>({
    script: new URL('working.ts', import.meta.url),
    execArgv: ['--conditions=@interpose/source'],
    start: undefined,
    module: MODULE,
    budgetMs: 1000,
    loadMs: 60_000,
    call: () => Promise.reject(new Error('there is nothing to call')),
    told: () => undefined,
    stopped: (reason) => void stopped.push(reason),
    ...options,
  });
  onTestFinished(() => slot.close());
  return { slot, stopped };
}

test('many decisions that come at once keep no worker from being asked, however long all of them take', async () => {
  const { slot, stopped } = openSlot();
  await slot.ready();
  // Each holds the worker for two milliseconds, and all of them for three times as long as one may.
  const answers = await Promise.all(Array.from({ length: 1500 }, () => slot.ask('think')));
  expect([new Set(answers), stopped]).toEqual([new Set(['done']), []]);
}, 300_000);

test('a decision that spins behind many others is stopped all the same', async () => {
  const { slot, stopped } = openSlot();
  const many = Array.from({ length: 50 }, () => slot.ask('think'));
  await expect(slot.ask('spin')).rejects.toThrow('held the worker for more than 1000 ms');
  expect(await Promise.all(many)).toHaveLength(50);
  expect(stopped).toHaveLength(1);
}, 300_000);

test('a decision whose answer its worker may not have heard says that it had waited', async () => {
  const { slot } = openSlot({ call: () => Promise.resolve('yes') });
  await slot.ready();
  const gone = [slot.ask('people'), slot.ask('wait'), slot.ask('spin')].map((asked) =>
    asked.catch((error: unknown) => error),
  );
  expect(await Promise.all(gone)).toMatchObject([
    { wasWaiting: false, hadWaited: true },
    { wasWaiting: false, hadWaited: false },
    { wasWaiting: false, hadWaited: false },
  ]);
}, 300_000);

test('a question for a worker that ended as it became ready goes to the next worker', async () => {
  const start = new SharedArrayBuffer(4);
  const { slot } = openSlot({ script: ENDS_AT_FIRST, start: start as never, budgetMs: 60_000 });
  const asked = slot.ask('think');
  // This thread hears nothing until the worker has become ready and ended.
  const starts = new Int32Array(start);
  while (Atomics.load(starts, 0) === 0) Atomics.wait(starts, 0, 0, 10);
  Atomics.wait(starts, 0, 1, 500);
  expect([await asked, starts[0]]).toEqual(['done', 2]);
});

/** A worker whose first thread ends as soon as it said that it is ready; later threads answer. */
const ENDS_AT_FIRST = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { parentPort, workerData } from 'node:worker_threads';
const isFirst = Atomics.add(new Int32Array(workerData.start), 0, 1) === 0;
parentPort.postMessage({ kind: 'ready' });
if (isFirst) process.exit();
parentPort.on('message', ({ kind, number }) => {
  if (kind === 'ask') parentPort.postMessage({ kind: 'answer', number, answered: 'done', outside: 0 });
  if (kind === 'close') process.exit();
});
`)}`,
);

test('a worker that loads has its time also where the machine stood still', async () => {
  const { slot } = openSlot({ loadMs: 1000 });
  const ready = slot.ready();
  // This thread hears nothing for longer than a worker may load.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  await ready;
  expect(slot.isReady).toBe(true);
}, 300_000);

test('a question that cannot be answered ends nobody else', async () => {
  const { slot, stopped } = openSlot();
  const waiting = slot.ask('wait');
  await expect(slot.ask('fail')).rejects.toThrow('[policies_unreadable] a tenant has no policies');
  expect([await waiting, stopped]).toEqual(['done', []]);
}, 300_000);

test('a message that policies write and nobody can read stops the worker, and not the process', async () => {
  const { slot, stopped } = openSlot();
  await slot.ask('mumble').catch(() => undefined);
  await expect
    .poll(() => stopped)
    .toEqual([expect.stringMatching(/^the worker said what cannot be read: /)]);
  expect(await slot.ask('think')).toBe('done');
}, 300_000);

test('a slot that is closed starts no worker for those who still ask', async () => {
  const { slot } = openSlot();
  await slot.ready();
  await slot.close();
  await expect(slot.ask('think')).rejects.toThrow('the workers are closed');
  expect(slot.isReady).toBe(false);
});

test('a worker compiles no WebAssembly to read its TypeScript: V8 may crash where several threads do', async () => {
  const { slot } = openSlot();
  // The worker of these tests is TypeScript itself.
  expect(await slot.ask('compilers')).toEqual([]);
}, 300_000);

test('a worker that holds more than it may outside of its heap is stopped', async () => {
  const { slot, stopped } = openSlot({ heapMb: 32 });
  await slot.ask('hold').catch(() => undefined);
  await expect
    .poll(() => stopped, { timeout: 60_000 })
    .toEqual([expect.stringMatching(/holds \d+ MB outside of its heap, and may hold 32/)]);
  expect(await slot.ask('think')).toBe('done');
}, 300_000);
