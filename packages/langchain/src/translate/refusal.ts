import { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { omitUndefined } from '@interpose/adapter-kit';
import type { GenerationChunk } from './native.ts';

/** Where a refusal says that it is one. */
const REFUSED = { finish_reason: 'content_filter' };

/** A whole answer that is the refusal. */
export function refusalMessage(text: string): AIMessage {
  return new AIMessage({ content: text, response_metadata: { ...REFUSED } });
}

/** The chunk that ends a streamed answer as the refusal. */
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

/** True for the chunk that ends a stream as a refusal. */
export function isRefusal(chunk: GenerationChunk): boolean {
  return refusals.has(chunk);
}
