import { withHooks } from '@interpose/ai-sdk';
import * as ai from 'ai';

import { atMost, type Gate, type Sample } from '../../gate.ts';
import { bytesPerOperation } from '../../method/bytes-per-operation.ts';
import { keep } from '../../method/keep.ts';
import { timeCases, type Batch } from '../../method/time-cases.ts';
import type { Timings } from '../../method/timings.ts';
import { streamModel } from '../../sdk/streams/stream-model.ts';
import { timeStreams } from '../../sdk/streams/time-streams.ts';
import { deltaHooks } from '../../subjects/delta-hooks.ts';
import {
  drain,
  hookedSource,
  idleStage,
  rawSource,
  type RawPart,
} from '../../subjects/raw-stream.ts';

const CHUNKS = 1000;

/** Ten hooks on each of a thousand chunks, in the SDK's stream and around a raw one. */
export const gate: Gate = {
  id: 'G17',
  name: 'a stream of 1,000 chunks',
  tolerance: 0.04,
  measure,
};

async function measure(): Promise<Sample> {
  const sdk = await timeSdk();
  const raw = await timeRaw();
  const bytes = await bytesOverIdle();
  const hooks = await deltaHooks(10);
  const plan = { chunks: CHUNKS, everyMs: 0 };
  const others = await timeStreams({ hooks, plan, reads: 'all', limits: [1.2, 1.35, 1.35] });
  return {
    control: sdk.control,
    parts: [
      atMost('streamText, 10 hooks per chunk', sdk.ratio('10 hooks', 'streamText'), 1.12),
      atMost('raw stage over an idle pull-through stream', raw.ratio('raw stage', 'idle stage'), 2),
      atMost('raw stage over an idle stream, bytes a chunk', bytes, 600, 'B'),
      ...others.parts,
    ],
    peers: [
      ...sdk.figures('streamText', '10 hooks'),
      ...raw.figures('raw source', 'idle stage', 'raw stage'),
      ...(others.peers ?? []),
    ],
  };
}

async function timeSdk(): Promise<Timings> {
  const cases = {
    streamText: streamAll(ai),
    '10 hooks': streamAll(withHooks(ai, await deltaHooks(10))),
  };
  return timeCases(cases, { baseline: 'streamText', rounds: 45, batchMs: 20, warmupMs: 400 });
}

function streamAll({ streamText }: Pick<typeof ai, 'streamText'>): Batch {
  const model = streamModel(CHUNKS);
  return async (count) => {
    for (let i = 0; i < count; i += 1)
      await drain(streamText({ model, prompt: 'Go on.' }).textStream, keep);
  };
}

async function timeRaw(): Promise<Timings> {
  const hooks = await deltaHooks(10);
  const cases = {
    'raw source': drainEach(() => rawSource(CHUNKS)),
    'raw stage': drainEach(() => hookedSource(hooks, CHUNKS)),
    'idle stage': drainEach(() => idleStage(CHUNKS)),
  };
  return timeCases(cases, { baseline: 'raw source', rounds: 30, batchMs: 5, warmupMs: 300 });
}

/** Counts what the hooks of a raw stage allocate for a chunk, beyond what an idle stream allocates. */
async function bytesOverIdle(): Promise<number> {
  const hooks = await deltaHooks(10);
  const staged = await bytesPerOperation(
    drainEach(() => hookedSource(hooks, CHUNKS)),
    4,
  );
  const idle = await bytesPerOperation(
    drainEach(() => idleStage(CHUNKS)),
    4,
  );
  return (staged - idle) / CHUNKS;
}

function drainEach(open: () => ReadableStream<RawPart> | Promise<ReadableStream<RawPart>>): Batch {
  return async (count) => {
    for (let i = 0; i < count; i += 1) await drain(await open(), keep);
  };
}
