import type { MaybePromise } from '@interpose/core';
import { isThenable, partsFrom, streamOf, withoutAnswer } from '@interpose/adapter-kit';
import { streamCycle, type PartSource } from '@interpose/core/adapter';
import { showNamedModel } from '../coverage/inventory.ts';
import { mutedRunManager } from '../model/held-tokens.ts';
import { changedRequest, readRequest, wantsError, type ModelCall } from '../model/model-call.ts';
import { modelFor, whyUnnamed } from '../model/named-model.ts';
import { prepareRequest } from '../model/offer-tools.ts';
import { openLone, type ModelSeam } from '../run/open-run.ts';
import { runAround } from '../run/settle-run.ts';
import { chunkCodec, isThrown, type StreamPart } from './codec.ts';
import { splitChunk } from './split-chunk.ts';
import { ToolChunks } from './tool-chunks.ts';
import { callsRunHere } from '../tools/waiting-calls.ts';
import type { GenerationChunk } from '../translate/native.ts';
import { refusalChunk } from '../translate/refusal.ts';

type LoneCall = Omit<ModelCall, 'run'>;

/** Streams one model call inside the run that surrounds it, else inside a chat of its own. */
export async function* streamInRun(
  seam: ModelSeam,
  call: LoneCall,
): AsyncGenerator<GenerationChunk, void> {
  const surrounding = await runAround(seam);
  const run = surrounding ?? (await openLone(seam, call.model, call, 'model.stream'));
  const { runManager } = call;
  const outlet = new ToolChunks(run);
  let reader: PartReader | undefined;
  try {
    reader = (await openThrough({ ...call, run })).getReader();
    for (let ended = false; !ended;) {
      const read = await reader.read();
      ended = read.done;
      for (const chunk of read.done ? outlet.flush() : outlet.take(unthrown(read.value))) {
        yield chunk;
        if (runManager !== undefined) await tell(runManager, chunk);
      }
    }
    if (surrounding === undefined) await run.done();
  } catch (error) {
    await leave(reader);
    if (surrounding === undefined) await run.failed(error);
    throw error;
  } finally {
    await leave(reader);
    if (surrounding === undefined)
      await run.aborted(new DOMException('The stream was cancelled.', 'AbortError'));
  }
}

type PartReader = ReturnType<PartSource<StreamPart>['getReader']>;

async function leave(reader: PartReader | undefined): Promise<void> {
  await reader?.cancel().catch(() => undefined);
}

function unthrown(part: StreamPart): GenerationChunk {
  if (isThrown(part)) throw part.thrown;
  return part;
}

function tell(
  runManager: NonNullable<ModelCall['runManager']>,
  chunk: GenerationChunk,
): MaybePromise<void> {
  const { prompt = 0, completion = 0 } = chunk.generationInfo ?? {};
  return runManager.handleLLMNewToken?.(
    chunk.text,
    { prompt, completion },
    undefined,
    undefined,
    undefined,
    { chunk },
  );
}

async function openThrough(call: ModelCall): Promise<PartSource<StreamPart>> {
  const { run, model, runManager } = call;
  const preparing = prepareRequest(call);
  const native = isThenable(preparing) ? await preparing : preparing;
  const request = readRequest(call, native);
  // The model itself would tell of its tokens before the hooks have seen them.
  const muted = runManager && mutedRunManager(runManager, () => undefined);
  const outcome = await streamCycle<StreamPart, PartSource<StreamPart>>(run.chat, {
    request,
    unsupported: (changed) => whyUnnamed(model, native.options, changed, request()),
    call: async (changed) => {
      const { messages, options } = changedRequest(native, changed, request);
      const target = modelFor(model, options, changed, request);
      await showNamedModel(call, target);
      return chunksOf(target['_streamResponseChunks'](messages, options, muted));
    },
    codec: chunkCodec(run, call.options),
    continues: (response) => callsRunHere(response, run),
    native: native.options,
  });
  if (outcome.kind === 'stream') return outcome.stream;
  return withoutAnswer(run, outcome, wantsError(run, call.options), (text) =>
    streamOf<StreamPart>([refusalChunk(text, undefined)]),
  );
}

/** The model's chunks, one at a time and each of one kind; opened before the first is asked for. */
async function chunksOf(source: AsyncGenerator<GenerationChunk>): Promise<PartSource<StreamPart>> {
  let first: IteratorResult<GenerationChunk> | undefined = await source.next();
  let waiting: readonly GenerationChunk[] = [];
  const take = (read: IteratorResult<GenerationChunk>): IteratorResult<StreamPart> => {
    if (read.done === true) return { done: true, value: undefined };
    const [value = read.value, ...rest] = splitChunk(read.value);
    waiting = rest;
    return { done: false, value };
  };
  const next = (): Promise<IteratorResult<StreamPart>> => {
    const [value, ...rest] = waiting;
    if (value === undefined) {
      const read = first === undefined ? source.next() : Promise.resolve(first);
      first = undefined;
      return read.then(take);
    }
    waiting = rest;
    return Promise.resolve({ done: false, value });
  };
  return partsFrom(next, () => source.return(undefined));
}
