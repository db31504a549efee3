import { withHooks } from '@interpose/ai-sdk';
import * as ai from 'ai';

import { atMost, type Gate, type Sample } from '../../gate.ts';
import { keep } from '../../method/keep.ts';
import { settledHeap } from '../../method/settled-heap.ts';
import { timeCases, type Batch } from '../../method/time-cases.ts';
import { streamModel } from '../../sdk/streams/stream-model.ts';
import { timeStreams } from '../../sdk/streams/time-streams.ts';
import { secretHook } from '../../subjects/delta-hooks.ts';
import { drain, hookedSource } from '../../subjects/raw-stream.ts';

const CHUNK_EVERY_MS = 1;
const EARLY = 20_000;
const LATE = 80_000;

/** A policy that withholds keys lets the first chunk through at once, and keeps nothing of what has left. */
export const gate: Gate = {
  id: 'G18',
  name: 'a policy that holds back tokens',
  tolerance: 0.04,
  measure,
};

async function measure(): Promise<Sample> {
  const hooks = secretHook();
  const cases = { streamText: firstChunk(ai), 'with the policy': firstChunk(withHooks(ai, hooks)) };
  const plan = { baseline: 'streamText', rounds: 60, batchMs: 12, warmupMs: 400 };
  const timings = await timeCases(cases, plan);
  const paced = { chunks: 3, everyMs: CHUNK_EVERY_MS };
  const others = await timeStreams({
    hooks,
    plan: paced,
    reads: 'first',
    limits: [1.15, 1.15, 1.15],
  });
  const slope = await heapPerChunk(() => hookedSource(hooks, LATE + 1));
  return {
    control: timings.control,
    parts: [
      atMost(
        'time to the first chunk, 1 ms per chunk',
        timings.ratio('with the policy', 'streamText'),
        1.15,
      ),
      ...others.parts,
      atMost('heap per chunk between 20,000 and 80,000', slope, 2, 'B'),
    ],
    peers: [...timings.figures(...Object.keys(cases)), ...(others.peers ?? [])],
  };
}

/** Opens a stream, reads until the first text and leaves. */
function firstChunk({ streamText }: Pick<typeof ai, 'streamText'>): Batch {
  const model = streamModel(3, CHUNK_EVERY_MS);
  return async (count) => {
    for (let i = 0; i < count; i += 1) {
      const controller = new AbortController();
      const { signal: abortSignal } = controller;
      const reader = streamText({ model, prompt: 'Go on.', abortSignal }).textStream.getReader();
      keep(await reader.read());
      await reader.cancel();
      controller.abort();
    }
  };
}

/** How much the heap grows per chunk while a long stream is read, after collection. */
async function heapPerChunk(open: () => Promise<ReadableStream<unknown>>): Promise<number> {
  const heaps: number[] = [];
  let chunks = 0;
  await drain(await open(), () => {
    chunks += 1;
    return chunks === EARLY || chunks === LATE ? settledHeap().then((heap) => heaps.push(heap)) : 0;
  });
  const [early = Number.NaN, late = Number.NaN] = heaps;
  return (late - early) / (LATE - EARLY);
}
