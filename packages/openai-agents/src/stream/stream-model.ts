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
import { changeable, rewriting, type Rewrite } from './rewritten-end.ts';
import type { Parts, StreamPart } from './stream-part.ts';

/** Streams one model call through the hooks of the run. */
export function streamThrough(
  run: AgentRun,
  model: NativeModel,
  request: NativeRequest,
): AsyncIterable<NativeEvent> {
  return new EventStream(run, () => openThrough(run, { model, request }, 0));
}

/** `prepares` returns the map that prepares the stream for the hooks of an outer registry, once it is open. */
async function openThrough(
  run: AgentRun,
  asked: Asked,
  index: number,
  prepares?: () => Rewrite | undefined,
): Promise<Parts> {
  const layer = run.layers[index];
  if (layer === undefined) {
    run.asked = true;
    return source(run, asked.model.getStreamedResponse(asked.request), prepares);
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
      openThrough(run, await call.after(changed, original), index + 1, () => preparedFor(chat)),
    codec: streamCodec(layer, call.asked.request),
  });
  // A stream of the outermost registry is rewritten by its reader, `EventStream`.
  if (outcome.kind === 'stream' && index === 0) return outcome.stream;
  const parts =
    outcome.kind === 'stream'
      ? mapParts(outcome.stream, rewriting())
      : withoutAnswer(layer, outcome, wantsObject(call.asked.request), (text) =>
          streamOf<StreamPart>([
            { type: 'response_started' },
            ...refusalEvents(text, call.asked.request),
          ]),
        );
  const map = prepares?.();
  return map === undefined ? parts : mapParts(parts, map);
}

/** Returns the map that prepares a stream for hooks on its deltas; undefined if there are none that may change them. */
function preparedFor(chat: Chat): Rewrite | undefined {
  const mode = streamMode(chat);
  return mode !== 'pass' && chat.intercepts('onResponseDelta')
    ? changeable(mode === 'window')
    : undefined;
}

/** Returns the events of a model. The first one is requested at once, so that the request happens in the model step. */
async function source(
  run: AgentRun,
  events: AsyncIterable<NativeEvent>,
  prepares?: () => Rewrite | undefined,
): Promise<Parts> {
  const iterator = events[Symbol.asyncIterator]();
  const { chat } = run;
  const ask = (): Promise<IteratorResult<NativeEvent>> => iterator.next();
  const next = (): Promise<IteratorResult<NativeEvent>> => runInModelStep(chat, ask);
  const first = await next();
  return partsFrom<StreamPart, NativeEvent>({
    first,
    next,
    leave: async () => iterator.return?.(),
    split: prepares?.(),
  });
}
