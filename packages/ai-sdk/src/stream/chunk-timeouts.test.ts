import { expect, test } from 'vitest';

import type { NativeStreamPart } from '../translate/native.ts';
import { limitChunks, type ChunkTimeouts } from './chunk-timeouts.ts';

/** Streams these parts, then nothing more. Returns the reason that the stream was aborted with. */
function stalled(limits: ChunkTimeouts, ...parts: readonly NativeStreamPart[]): Promise<unknown> {
  const source = new ReadableStream<NativeStreamPart>({
    start(out) {
      for (const part of parts) out.enqueue(part);
    },
  });
  return new Promise((resolve) => {
    const reader = limitChunks(source, limits, resolve).getReader();
    const next = (): Promise<void> => reader.read().then(next);
    next().catch(resolve);
  });
}

const nothing: NativeStreamPart = { type: 'text-delta', id: '1', delta: '' };
const something: NativeStreamPart = { type: 'text-delta', id: '1', delta: 'Ten' };
const message = 'First chunk timeout of 20ms exceeded';

test.each(['text-delta', 'reasoning-delta', 'tool-input-delta'] as const)(
  'an empty %s is no output: a provider that stalls behind it times out',
  async (type) => {
    const empty: NativeStreamPart = { type, id: '1', delta: '' };
    expect(await stalled({ firstChunkMs: 20 }, empty)).toMatchObject({ message });
  },
);

test('empty deltas do not keep a stalled provider alive', async () => {
  const ticking = new ReadableStream<NativeStreamPart>({
    start: (out) => out.enqueue(something),
    async pull(out) {
      await new Promise((resolve) => setImmediate(resolve));
      out.enqueue(nothing);
    },
  });
  let reader: ReadableStreamDefaultReader<NativeStreamPart> | undefined;
  const aborted = await new Promise((resolve) => {
    reader = limitChunks(ticking, { chunkMs: 20 }, resolve).getReader();
    const next = (read?: { readonly done: boolean }): Promise<void> | undefined =>
      read?.done === true ? undefined : reader?.read().then(next);
    next()?.catch(resolve);
  });
  await reader?.cancel();
  expect(aborted).toMatchObject({ message: 'Chunk timeout of 20ms exceeded' });
});
