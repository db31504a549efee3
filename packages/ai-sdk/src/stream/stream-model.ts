import {
  keptError,
  requestReader,
  streamOf,
  thrownFor,
  whyUnnamed,
  withoutAnswer,
} from '@interpose/adapter-kit';
import { streamCycle, streamMode } from '@interpose/core/adapter';
import { limitChunks } from './chunk-timeouts.ts';
import { detachSignal } from './followed-signal.ts';
import { showNamedModel } from '../coverage/inventory.ts';
import { callModel } from '../targets/tags.ts';
import { localCalls } from '../tools/local-calls.ts';
import {
  changedCall,
  readRequest,
  wantsObject,
  type ModelCall,
  type ModelSeam,
} from '../model/model-call.ts';
import type { NativeParams, NativeStreamPart, NativeStreamResult } from '../translate/native.ts';
import { prepareRequest } from '../model/offer-tools.ts';
import { refusalParts, STREAM_START } from '../translate/refusal.ts';
import { streamCodec } from './codec.ts';

type PartStream = ReadableStream<NativeStreamPart>;

/**
 * Streams one model call through the hooks of this run's chat. The chat may outlive a stream that everybody forgot,
 * so nothing it keeps may lead to the SDK's signal, to which the SDK's result listens.
 */
export function streamThrough(call: ModelCall): Promise<NativeStreamResult> {
  const { params } = call;
  const abortSignal = detachSignal(params.abortSignal);
  return streamDetached(
    abortSignal === undefined ? call : { ...call, params: { ...params, abortSignal } },
  );
}

async function streamDetached(call: ModelCall): Promise<NativeStreamResult> {
  const { model, seam } = call;
  const { run } = seam;
  const chat = run.opened ?? (await run.chat);
  const params = await prepareRequest(chat, call);
  const version = model.specificationVersion;
  const request = requestReader(() => readRequest(call, params));
  let result: NativeStreamResult | undefined;
  const outcome = await streamCycle<NativeStreamPart>(chat, {
    request,
    unsupported: (changed) => whyUnnamed(changed, request()),
    call: async (changed) => {
      const { target, native } = changedCall(model, params, changed, request);
      await showNamedModel(chat, call, target);
      const sent = streamMode(chat) === 'window' ? withoutRawParts(native) : native;
      result = (await callModel(run, target, 'doStream', sent)) as NativeStreamResult;
      return limited(result.stream, seam);
    },
    codec: streamCodec({ run, params, version }),
    continues: (response) => localCalls(response).length > 0,
    native: params,
  });
  run.failure = undefined;
  if (outcome.kind === 'stream') return withStream(result, outcome.stream);
  if (outcome.kind === 'error') run.failure = keptError(thrownFor(outcome));
  return withoutAnswer(run, outcome, wantsObject(params), (text) =>
    withStream(undefined, streamOf([STREAM_START, ...refusalParts(text, [], params, version)])),
  );
}

/** The provider's stream, held to the limits of the call. */
function limited(stream: PartStream, { chunks, abort }: ModelSeam): PartStream {
  return chunks === undefined ? stream : limitChunks(stream, chunks, (reason) => abort?.(reason));
}

/** Raw parts hold what a window still holds back. */
function withoutRawParts(params: NativeParams): NativeParams {
  return params.includeRawChunks === true ? { ...params, includeRawChunks: false } : params;
}

function withStream(
  result: NativeStreamResult | undefined,
  stream: PartStream,
): NativeStreamResult {
  if (result !== undefined && result.stream === stream) return result;
  // The parts are those of the model's own generation, or were made for it.
  return { ...result, stream } as NativeStreamResult;
}
