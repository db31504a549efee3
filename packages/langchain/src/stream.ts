import { streamCycle } from '@interpose/core/adapter';
import { chunkCodec, isThrown, type StreamPart } from './chunk-codec.ts';
import { deniedError, mustThrow, thrownFor } from './denied-call.ts';
import { openLone, runAround } from './implicit-run.ts';
import { showNamedModel } from './inventory.ts';
import { isPending } from './is-pending.ts';
import { mutedRunManager } from './held-tokens.ts';
import type { ModelSeam } from './model.ts';
import { changedRequest, requestReader, type ModelCall } from './model-call.ts';
import { modelFor, whyUnnamed } from './named-model.ts';
import type { GenerationChunk } from './native.ts';
import { callsRunHere } from './open-calls.ts';
import { prepareRequest } from './prepare-request.ts';
import { refusalChunk } from './refusal.ts';
import { splitChunk } from './split-chunk.ts';
import { streamOf } from './stream-of.ts';
import { ToolChunks } from './tool-chunks.ts';

type LoneCall = Omit<ModelCall, 'run'>;

/** Streams one model call inside the run that surrounds it, else inside a chat of its own. */
export async function* streamInRun(
  seam: ModelSeam,
  call: LoneCall,
): AsyncGenerator<GenerationChunk, void> {
  const surrounding = await runAround(seam);
  if (surrounding !== undefined) return yield* streamThrough({ ...call, run: surrounding });
  const run = await openLone(seam, call.model, call, 'model.stream');
  try {
    yield* streamThrough({ ...call, run });
    await run.done();
  } catch (error) {
    await run.failed(error);
    throw error;
  } finally {
    await run.aborted(new DOMException('The stream was cancelled.', 'AbortError'));
  }
}

/** Takes one streamed model call through the hooks of its run. */
async function* streamThrough(call: ModelCall): AsyncGenerator<GenerationChunk, void> {
  const { run, runManager } = call;
  const outlet = new ToolChunks(run);
  for await (const part of await openThrough(call)) {
    if (isThrown(part)) throw part.thrown;
    for (const chunk of outlet.take(part)) {
      yield chunk;
      await tell(runManager, chunk);
    }
  }
  for (const chunk of outlet.flush()) {
    yield chunk;
    await tell(runManager, chunk);
  }
}

async function tell(runManager: ModelCall['runManager'], chunk: GenerationChunk): Promise<void> {
  const { prompt = 0, completion = 0 } = chunk.generationInfo ?? {};
  await runManager?.handleLLMNewToken?.(
    chunk.text,
    { prompt, completion },
    undefined,
    undefined,
    undefined,
    { chunk },
  );
}

async function openThrough(call: ModelCall): Promise<ReadableStream<StreamPart>> {
  const { run, model, runManager } = call;
  const preparing = prepareRequest(call);
  const native = isPending(preparing) ? await preparing : preparing;
  const request = requestReader(call, native);
  // The model itself would tell of its tokens before the hooks have seen them.
  const muted = runManager && mutedRunManager(runManager, () => undefined);
  const outcome = await streamCycle<StreamPart>(run.chat, {
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
  switch (outcome.kind) {
    case 'stream':
      return outcome.stream;
    case 'error':
      throw thrownFor(outcome);
    case 'denied':
      if (mustThrow(outcome, run, call.options)) throw deniedError(run, outcome);
      run.refusal = outcome.denial;
      return streamOf<StreamPart>([refusalChunk(outcome.text, undefined)]);
  }
}

/** The model's chunks, one at a time and each of one kind; opened before the first is asked for. */
async function chunksOf(
  source: AsyncGenerator<GenerationChunk>,
): Promise<ReadableStream<StreamPart>> {
  let first: IteratorResult<GenerationChunk> | undefined = await source.next();
  return new ReadableStream<StreamPart>(
    {
      async pull(out) {
        const read = first ?? (await source.next());
        first = undefined;
        if (read.done === true) return out.close();
        for (const part of splitChunk(read.value)) out.enqueue(part);
      },
      async cancel() {
        await source.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
