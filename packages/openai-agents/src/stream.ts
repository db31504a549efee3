import { runInModelStep, streamCycle, streamMode } from '@interpose/core/adapter';
import type { AgentRun } from './agent-run.ts';
import { continuesRun } from './continues-run.ts';
import { requestFromContract } from './from-contract.ts';
import { requestReader } from './request-reader.ts';
import { showNamedModel } from './inventory.ts';
import { NamedModel } from './named-model.ts';
import type { NativeEvent, NativeModel, NativeRequest } from './native.ts';
import { prepareRequest } from './prepare-request.ts';
import { deniedError, mustThrow, refusalEvents, thrownFor } from './refusal.ts';
import { FAILED, streamCodec, type StreamPart } from './stream-codec.ts';
import { rewriting, withoutRawEvents } from './windowed-stream.ts';
import { reportUnreached } from './unreached-calls.ts';

/** Streams one model call through the hooks of this run's chats. */
export async function* streamThrough(
  run: AgentRun,
  model: NativeModel,
  request: NativeRequest,
): AsyncGenerator<NativeEvent, void, undefined> {
  const stream = await openThrough(run, model, request, 0);
  run.asked = true;
  const reader = stream.getReader();
  let isStarted = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.type === FAILED) throw value.error;
      // A retried answer starts again, and its consumer has seen that already.
      if (value.type === 'response_started' && isStarted) continue;
      isStarted ||= value.type === 'response_started';
      if (value.type === 'response_done') await reportUnreached(run, value.response.output);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

type Parts = ReadableStream<StreamPart>;

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
  const outcome = await streamCycle<StreamPart>(chat, {
    request: read,
    unsupported: named.unsupported,
    call: async (changed) => {
      if (changed !== undefined) await showNamedModel(layer, changed, read());
      const sent =
        changed === undefined ? prepared : requestFromContract(changed, read(), prepared);
      const parts = await openThrough(run, named.modelFor(changed), sent, index + 1);
      return streamMode(chat) === 'window' ? parts.pipeThrough(withoutRawEvents()) : parts;
    },
    codec: streamCodec({ layer, request: prepared }),
    continues: (response) => continuesRun(run, response),
    native: prepared,
  });
  switch (outcome.kind) {
    case 'stream':
      return outcome.stream.pipeThrough(rewriting());
    case 'error':
      throw thrownFor(outcome);
    case 'denied':
      if (mustThrow(outcome, prepared)) throw deniedError(layer, outcome);
      layer.refusal = outcome.denial;
      return streamOf([{ type: 'response_started' }, ...refusalEvents(outcome.text, prepared)]);
  }
}

/** The first event is asked for at once: the request is made inside of the model step. */
function source(run: AgentRun, events: AsyncIterable<NativeEvent>): Promise<Parts> {
  const iterator = events[Symbol.asyncIterator]();
  const next = (): Promise<IteratorResult<NativeEvent>> =>
    runInModelStep(run.chat, () => iterator.next());
  return next().then((first) => {
    let pending: IteratorResult<NativeEvent> | undefined = first;
    return new ReadableStream<StreamPart>(
      {
        async pull(out) {
          const read = pending ?? (await next());
          pending = undefined;
          if (read.done === true) out.close();
          else out.enqueue(read.value);
        },
        async cancel() {
          await iterator.return?.();
        },
      },
      { highWaterMark: 0 },
    );
  });
}

function streamOf(parts: readonly StreamPart[]): Parts {
  return new ReadableStream({
    start(out) {
      for (const part of parts) out.enqueue(part);
      out.close();
    },
  });
}
