import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';

/** A model in memory that only knows whole answers, and counts how often it is asked. */
export class PlainModel extends BaseChatModel {
  asked = 0;
  readonly #answers: readonly AIMessage[];

  constructor(...answers: readonly (AIMessage | string)[]) {
    super({});
    this.#answers = answers.map((answer) =>
      typeof answer === 'string' ? new AIMessage(answer) : answer,
    );
  }

  override _llmType(): string {
    return 'plain';
  }

  override bindTools(): this {
    return this;
  }

  override _generate(): Promise<ChatResult> {
    const message = this.#answers[Math.min(this.asked++, this.#answers.length - 1)]!;
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

/** An answer that calls this tool. */
export function callOf(name: string): AIMessage {
  return new AIMessage({
    content: '',
    tool_calls: [{ type: 'tool_call', id: 'c1', name, args: {} }],
  });
}
