import { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { omitUndefined } from '@interpose/adapter-kit';
import type { GenerationChunk } from './native.ts';

/** The metadata that marks a refusal. */
const REFUSED = { finish_reason: 'content_filter' };

/** Returns a whole answer that is a refusal. */
export function refusalMessage(text: string): AIMessage {
  return new AIMessage({ content: text, response_metadata: { ...REFUSED } });
}

/** Returns the chunk that ends a streamed answer as a refusal. */
export function refusalChunk(text: string, id: string | undefined): GenerationChunk {
  const chunk = new ChatGenerationChunk({
    text,
    message: new AIMessageChunk({
      content: text,
      response_metadata: { ...REFUSED },
      ...omitUndefined({ id }),
    }),
    generationInfo: { ...REFUSED },
  }) as GenerationChunk;
  refusals.add(chunk);
  return chunk;
}

const refusals = new WeakSet<GenerationChunk>();

/** Whether this chunk ends a stream as a refusal. */
export function isRefusal(chunk: GenerationChunk): boolean {
  return refusals.has(chunk);
}
