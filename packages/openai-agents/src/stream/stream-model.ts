import { mapParts, partsFrom } from '@interpose/adapter-kit';
import { runInModelStep, streamCycle, streamMode, type PartSource } from '@interpose/core/adapter';
import { showNamedModel } from '../coverage/inventory.ts';
import { continuesRun, requestReader } from '../model/model-call.ts';
import { NamedModel } from '../model/named-model.ts';
import { prepareRequest } from '../model/offer-tools.ts';
import type { AgentRun } from '../run/host-run.ts';
import type { NativeEvent, NativeModel, NativeRequest } from '../translate/native.ts';
import { deniedError, mustThrow, refusalEvents, thrownFor } from '../translate/refusal.ts';
import { requestFromContract } from '../translate/request-from-contract.ts';
import { streamCodec } from './codec.ts';
import { EventStream } from './event-stream.ts';
import { rewriting, withoutRawEvent } from './rewritten-end.ts';
import type { StreamPart } from './stream-part.ts';

/** Streams one model call through the hooks of this run's chats. */
export function streamThrough(
  run: AgentRun,
  model: NativeModel,
  request: NativeRequest,
): AsyncIterable<NativeEvent> {
  return new EventStream(run, () => openThrough(run, model, request, 0));
}

type Parts = PartSource<StreamPart>;

async function openThrough(
  run: AgentRun,
  model: NativeModel,
  request: NativeRequest,
  index: number,
): Promise<Parts> {
  const layer = run.layers[index];
  if (layer === undefined) return source(run, model.getStreamedResponse(request));
  const prepared = await prepareRequest(run, layer, model, request);
  const read = requestReader(run, layer, model, prepared);
  const named = new NamedModel(model, prepared, read);
  const { chat } = layer;
  const outcome = await streamCycle<StreamPart, Parts>(chat, {
    request: read,
    unsupported: named.unsupported,
    call: async (changed) => {
      if (changed !== undefined) await showNamedModel(layer, changed, read());
      const sent =
        changed === undefined ? prepared : requestFromContract(changed, read(), prepared);
      const parts = await openThrough(run, named.modelFor(changed), sent, index + 1);
      return streamMode(chat) === 'window' ? mapParts(parts, withoutRawEvent) : parts;
    },
    codec: streamCodec({ layer, request: prepared }),
    continues: (response) => continuesRun(run, response),
    native: prepared,
  });
  switch (outcome.kind) {
    case 'stream':
      return mapParts(outcome.stream, rewriting());
    case 'error':
      throw thrownFor(outcome);
    case 'denied':
      if (mustThrow(outcome, prepared)) throw deniedError(layer, outcome);
      layer.refusal = outcome.denial;
      return streamOf([{ type: 'response_started' }, ...refusalEvents(outcome.text, prepared)]);
  }
}

/** The first event is asked for at once: the request is made inside of the model step. */
async function source(run: AgentRun, events: AsyncIterable<NativeEvent>): Promise<Parts> {
  const iterator = events[Symbol.asyncIterator]();
  const next = (): Promise<IteratorResult<NativeEvent>> =>
    runInModelStep(run.chat, () => iterator.next());
  const first = next();
  await first;
  let pending: typeof first | undefined = first;
  return partsFrom<StreamPart>(
    () => {
      const read = pending ?? next();
      pending = undefined;
      return read;
    },
    async () => iterator.return?.(),
  );
}

function streamOf(parts: readonly StreamPart[]): Parts {
  return new ReadableStream({
    start(out) {
      for (const part of parts) out.enqueue(part);
      out.close();
    },
  });
}
