import { keptError, streamOf, thrownFor, withoutAnswer } from '@interpose/adapter-kit';
import type { ModelRequest } from '@interpose/core';
import {
  streamCycle,
  streamMode,
  type StreamCodec,
  type StreamStep,
} from '@interpose/core/adapter';
import { limitChunks } from './chunk-timeouts.ts';
import { detachSignal } from './followed-signal.ts';
import { CallStep } from '../model/call-step.ts';
import { wantsObject, type ModelCall, type ModelSeam } from '../model/model-call.ts';
import type { NativeParams, NativeStreamPart, NativeStreamResult } from '../translate/native.ts';
import { prepareRequest } from '../model/offer-tools.ts';
import { refusalParts, STREAM_START } from '../translate/refusal.ts';
import { streamCodec } from './codec.ts';

type PartStream = ReadableStream<NativeStreamPart>;

/**
 * Streams one model call through the hooks of the run's chat. The chat may outlive a forgotten stream, so nothing that
 * it holds may reference the SDK's signal: the SDK's result listens to that signal.
 */
export function streamThrough(call: ModelCall): Promise<NativeStreamResult> {
  const { params } = call;
  const abortSignal = detachSignal(params.abortSignal);
  return streamDetached(
    abortSignal === undefined ? call : { ...call, params: { ...params, abortSignal } },
  );
}

async function streamDetached(call: ModelCall): Promise<NativeStreamResult> {
  const { run } = call.seam;
  const chat = run.opened ?? (await run.chat);
  const params = await prepareRequest(chat, call);
  const version = call.model.specificationVersion;
  const step = new StreamedStep(chat, call, params);
  const outcome = await streamCycle(chat, step);
  run.failure = undefined;
  if (outcome.kind === 'stream') return withStream(step.result, outcome.stream);
  if (outcome.kind === 'error') run.failure = keptError(thrownFor(outcome));
  return withoutAnswer(run, outcome, wantsObject(params), (text) =>
    withStream(undefined, streamOf([STREAM_START, ...refusalParts(text, [], params, version)])),
  );
}

class StreamedStep extends CallStep implements StreamStep<NativeStreamPart> {
  /** The last result from the provider. */
  result: NativeStreamResult | undefined;
  readonly codec: StreamCodec<NativeStreamPart> = streamCodec({
    run: this.asked.seam.run,
    params: this.native,
    version: this.asked.model.specificationVersion,
  });

  async call(changed: ModelRequest | undefined, original?: ModelRequest): Promise<PartStream> {
    const asking = this.ask('doStream', changed, original, (params) =>
      streamMode(this.chat) === 'window' ? withoutRawParts(params) : params,
    );
    this.result = (await asking) as NativeStreamResult;
    return limited(this.result.stream, this.asked.seam);
  }
}

/** Returns the provider's stream with the time limits of the call. */
function limited(stream: PartStream, { chunks, abort }: ModelSeam): PartStream {
  return chunks === undefined ? stream : limitChunks(stream, chunks, (reason) => abort?.(reason));
}

/** Removes raw parts in window mode: they hold text that the window still holds back. */
function withoutRawParts(params: NativeParams): NativeParams {
  return params.includeRawChunks === true ? { ...params, includeRawChunks: false } : params;
}

function withStream(
  result: NativeStreamResult | undefined,
  stream: PartStream,
): NativeStreamResult {
  if (result !== undefined && result.stream === stream) return result;
  // The parts have the model's own generation: they came from the model, or were made for it.
  return { ...result, stream } as NativeStreamResult;
}
