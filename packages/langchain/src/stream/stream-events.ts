import { callChunks, withCallIndex } from './split-chunk.ts';
import { StreamedCalls } from './streamed-calls.ts';
import type {
  CallOptions,
  GenerationChunk,
  ModelEvent,
  NativeMessage,
} from '../translate/native.ts';
import type { NativeRequest } from '../translate/request-to-contract.ts';

/** How LangChain makes events of its third streaming protocol out of chunks (core 1.2 and later). */
export type Bridge = (
  this: { _streamResponseChunks(): AsyncIterable<GenerationChunk> },
  messages: readonly NativeMessage[],
  options: CallOptions,
) => AsyncGenerator<ModelEvent>;

/**
 * The events of a streamed answer, made out of what the hooks left of its chunks: events that a provider makes itself
 * would pass them by.
 */
export function eventsInRun(
  bridge: Bridge,
  { messages, options }: NativeRequest,
  stream: () => AsyncIterable<GenerationChunk>,
): AsyncGenerator<ModelEvent> {
  const model = { _streamResponseChunks: () => besideText(stream()) };
  return bridge.call(model, messages, options);
}

/** The text of an answer is its first block; a call that has the same place in the list of calls would be lost in it. */
async function* besideText(
  chunks: AsyncIterable<GenerationChunk>,
): AsyncGenerator<GenerationChunk, void> {
  const calls = new StreamedCalls();
  for await (const chunk of chunks) {
    const [piece] = callChunks(chunk);
    if (piece === undefined) yield chunk;
    else yield withCallIndex(chunk, calls.all.indexOf(calls.add(piece)) + 1);
  }
}
