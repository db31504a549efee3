import { callChunks, withCallIndex } from './split-chunk.ts';
import { StreamedCalls } from './streamed-calls.ts';
import type {
  CallOptions,
  GenerationChunk,
  ModelEvent,
  NativeMessage,
} from '../translate/native.ts';
import type { NativeRequest } from '../translate/request-to-contract.ts';

/** LangChain's function that makes the events of its third streaming protocol from chunks (core 1.2 and later). */
export type Bridge = (
  this: { _streamResponseChunks(): AsyncIterable<GenerationChunk> },
  messages: readonly NativeMessage[],
  options: CallOptions,
) => AsyncGenerator<ModelEvent>;

/**
 * Makes the events of a streamed answer from the chunks that the hooks left. Events that a provider makes itself would
 * not pass the hooks.
 */
export function eventsInRun(
  bridge: Bridge,
  { messages, options }: NativeRequest,
  stream: () => AsyncIterable<GenerationChunk>,
): AsyncGenerator<ModelEvent> {
  const model = { _streamResponseChunks: () => besideText(stream()) };
  return bridge.call(model, messages, options);
}

/** Moves calls by one place. The text of an answer is block 0, and a call at the same place would be lost in it. */
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
