import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { withHooks } from '@interpose/langchain';
import { createAgent } from 'langchain';

import { paced } from './paced.ts';
import type { StreamPlan, StreamSubject } from './stream-subject.ts';

/** An agent of LangChain, streaming the messages of its model. */
export const langchainStream: StreamSubject = {
  sdk: 'LangChain',
  prepare(plan) {
    const factory = plan.hooks === undefined ? createAgent : withHooks(createAgent, plan.hooks);
    const agent = factory({ model: new StreamingModel(plan), tools: [] });
    const input = { messages: [{ role: 'user', content: 'Go on.' }] };
    return () => agent.stream(input, { streamMode: 'messages' });
  },
};

class StreamingModel extends BaseChatModel {
  readonly #texts: readonly string[];
  readonly #everyMs: number;

  constructor({ chunks, everyMs }: StreamPlan) {
    super({});
    this.#texts = Array.from({ length: chunks }, (_, index) => `word${index % 10} `);
    this.#everyMs = everyMs;
  }

  override _llmType(): string {
    return 'bench';
  }

  override bindTools(): this {
    return this;
  }

  override _generate(): Promise<ChatResult> {
    throw new Error('[bench_not_generated] this model only streams; use LangchainModel');
  }

  override async *_streamResponseChunks(
    _messages: unknown,
    _options: unknown,
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    for await (const text of paced(this.#texts, this.#everyMs)) {
      yield new ChatGenerationChunk({ text, message: new AIMessageChunk({ content: text }) });
      await runManager?.handleLLMNewToken(text);
    }
  }
}
