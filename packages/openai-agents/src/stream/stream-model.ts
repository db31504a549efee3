import { mapParts, partsFrom, streamOf, withoutAnswer } from '@interpose/adapter-kit';
import { runInModelStep, streamCycle, streamMode, type Chat } from '@interpose/core/adapter';
import { ModelCall } from '../model/model-call.ts';
import { prepareAsked } from '../model/offer-tools.ts';
import type { Asked } from '../model/named-model.ts';
import type { AgentRun } from '../run/host-run.ts';
import type { NativeEvent, NativeModel, NativeRequest } from '../translate/native.ts';
import { refusalEvents, wantsObject } from '../translate/refusal.ts';
import { streamCodec } from './codec.ts';
import { EventStream } from './event-stream.ts';
import { changeable, rewriting } from './rewritten-end.ts';
import type { Parts, StreamPart } from './stream-part.ts';

/** Streams one model call through the hooks of the run. */
export function streamThrough(
  run: AgentRun,
  model: NativeModel,
  request: NativeRequest,
): AsyncIterable<NativeEvent> {
  return new EventStream(run, () => openThrough(run, { model, request }, 0));
}

async function openThrough(run: AgentRun, asked: Asked, index: number): Promise<Parts> {
  const layer = run.layers[index];
  if (layer === undefined) {
    run.asked = true;
    return source(run, asked.model.getStreamedResponse(asked.request));
  }
  const call = new ModelCall(layer, await prepareAsked(layer, asked));
  const { chat } = layer;
  const outcome = await streamCycle<StreamPart, Parts>(chat, {
    request: () => call.request(),
    reread: () => call.reread(),
    native: call.native,
    unsupported: call.unsupported,
    continues: (response) => call.continues(response),
    call: async (changed, original) =>
      preparedFor(chat, await openThrough(run, await call.after(changed, original), index + 1)),
    codec: streamCodec(layer, call.asked.request),
  });
  // A stream of the outermost registry is rewritten by its reader, `EventStream`.
  if (outcome.kind === 'stream' && index === 0) return outcome.stream;
  return outcome.kind === 'stream'
    ? mapParts(outcome.stream, rewriting())
    : withoutAnswer(layer, outcome, wantsObject(call.asked.request), (text) =>
        streamOf<StreamPart>([
          { type: 'response_started' },
          ...refusalEvents(text, call.asked.request),
        ]),
      );
}

/** Prepares an open stream for hooks on its deltas, if there are some that may change them. */
function preparedFor(chat: Chat, parts: Parts): Parts {
  const mode = streamMode(chat);
  return mode !== 'pass' && chat.intercepts('onResponseDelta')
    ? mapParts(parts, changeable(mode === 'window'))
    : parts;
}

/** Returns the events of a model. The first one is requested at once, so that the request happens in the model step. */
async function source(run: AgentRun, events: AsyncIterable<NativeEvent>): Promise<Parts> {
  const iterator = events[Symbol.asyncIterator]();
  const { chat } = run;
  const ask = (): Promise<IteratorResult<NativeEvent>> => iterator.next();
  const next = (): Promise<IteratorResult<NativeEvent>> => runInModelStep(chat, ask);
  const first = await next();
  return partsFrom<StreamPart, NativeEvent>({
    first,
    next,
    leave: async () => iterator.return?.(),
  });
}
