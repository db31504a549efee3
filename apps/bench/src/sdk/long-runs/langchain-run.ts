import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { withHooks } from '@interpose/langchain';
import { createAgent } from 'langchain';

import { ANSWER, cityAt, QUESTION, weatherIn, type LongRun, type LongRunPlan } from './long-run.ts';

/** An agent of LangChain with one tool, for as many steps as wanted. */
export const langchainRun: LongRun = {
  sdk: 'LangChain',
  prepare(plan) {
    const factory = plan.hooks === undefined ? createAgent : withHooks(createAgent, plan.hooks);
    const agent = factory({ model: new CountingModel(plan), tools: [weather()] });
    const input = { messages: [{ role: 'user', content: QUESTION }] };
    const config = { recursionLimit: 3 * plan.steps + 10 };
    return async () => {
      if (!plan.streamed) return agent.invoke(input, config);
      const stream = await agent.stream(input, { ...config, streamMode: 'messages' });
      for await (const _ of stream);
      return stream;
    };
  },
};

function weather() {
  return tool(({ city }: { city: string }) => weatherIn(city), {
    name: 'weather',
    description: 'The weather in a city',
    schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  });
}

class CountingModel extends BaseChatModel {
  readonly #plan: LongRunPlan;
  #step = 0;

  constructor(plan: LongRunPlan) {
    super({});
    this.#plan = plan;
  }

  override _llmType(): string {
    return 'bench';
  }

  override bindTools(): this {
    return this;
  }

  override _generate(): Promise<ChatResult> {
    const step = this.#next();
    const message =
      step === undefined
        ? new AIMessage(ANSWER)
        : new AIMessage({ content: '', tool_calls: [{ type: 'tool_call', ...callAt(step) }] });
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }

  override async *_streamResponseChunks(
    _messages: unknown,
    _options: unknown,
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const chunk = chunkAt(this.#next());
    yield chunk;
    await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, {
      chunk,
    });
  }

  /** The number of the step; undefined once there were enough. */
  #next(): number | undefined {
    this.#plan.onModelCall();
    return this.#step++ < this.#plan.steps ? this.#step : undefined;
  }
}

function callAt(step: number) {
  return { id: `call-${step}`, name: 'weather', args: { city: cityAt(step) } };
}

function chunkAt(step: number | undefined): ChatGenerationChunk {
  if (step === undefined)
    return new ChatGenerationChunk({
      text: ANSWER,
      message: new AIMessageChunk({ content: ANSWER }),
    });
  const { args, ...call } = callAt(step);
  const tool_call_chunks = [
    { type: 'tool_call_chunk' as const, index: 0, ...call, args: JSON.stringify(args) },
  ];
  const message = new AIMessageChunk({ content: '', tool_call_chunks });
  return new ChatGenerationChunk({ text: '', message });
}
