import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import type { FuzzAnswer, FuzzApp } from '@interpose/testing/fuzz';

interface Options {
  readonly signal?: AbortSignal;
}

/** A chat model in memory that answers what the program says; it answers whole only. */
export class FuzzModel extends BaseChatModel {
  protected readonly answer: FuzzApp['answer'];

  constructor({ answer }: FuzzApp) {
    super({ maxRetries: 0 });
    this.answer = answer;
  }

  override _llmType(): string {
    return 'fuzz';
  }

  override bindTools(tools: unknown): ReturnType<NonNullable<BaseChatModel['bindTools']>> {
    return this.withConfig({ tools } as object);
  }

  override async _generate(messages: unknown, { signal }: Options): Promise<ChatResult> {
    const given = await this.answer(messages, signal);
    if (given.end !== 'whole') throw new Error(given.problem);
    const message = messageOf(given);
    return { generations: [{ text: message.text, message }], llmOutput: { raw: message.text } };
  }
}

/** The same model; it streams as well. */
export class StreamingFuzzModel extends FuzzModel {
  override async *_streamResponseChunks(
    messages: unknown,
    { signal }: Options,
  ): AsyncGenerator<ChatGenerationChunk> {
    const given = await this.answer(messages, signal);
    if (given.end === 'failure') throw new Error(given.problem);
    for (const reasoning_content of given.thought)
      yield chunkOf({ content: '', additional_kwargs: { reasoning_content } });
    for (const content of given.text) yield chunkOf({ content });
    if (given.end === 'cut') throw new Error(given.problem);
    for (const [index, { id, name, input }] of given.calls.entries()) {
      const call = { type: 'tool_call_chunk', index: index + 1, id, name, args: input };
      yield chunkOf({ content: '', tool_call_chunks: [call] });
    }
    yield chunkOf({ content: '' });
  }
}

function messageOf({ thought, text, calls }: FuzzAnswer): AIMessage {
  const parsed = calls.map(({ id, name, input }) => ({ id, name, args: argumentsOf(input) }));
  const whole = parsed.filter(({ args }) => args !== undefined);
  return new AIMessage({
    content: text.join(''),
    additional_kwargs: thought.length === 0 ? {} : { reasoning_content: thought.join('') },
    tool_calls: whole.map((call) => ({ type: 'tool_call', ...call, args: call.args ?? {} })),
    invalid_tool_calls: calls
      .filter((_, place) => parsed[place]?.args === undefined)
      .map(({ id, name, input }) => ({ type: 'invalid_tool_call', id, name, args: input })),
  });
}

function argumentsOf(input: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(input) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function chunkOf(fields: Readonly<Record<string, unknown>>): ChatGenerationChunk {
  const message = new AIMessageChunk(fields);
  return new ChatGenerationChunk({ text: message.text, message });
}
