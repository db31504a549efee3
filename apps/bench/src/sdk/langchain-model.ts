import type { BaseMessage } from '@langchain/core/messages';
import { AIMessage } from '@langchain/core/messages';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { ChatResult } from '@langchain/core/outputs';

/** A chat model in memory that asks for one tool call and then answers: two model calls and one tool per run. */
export class LangchainModel extends BaseChatModel {
  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'bench';
  }

  override bindTools(): this {
    return this;
  }

  override _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = messages.at(-1)?.type === 'tool' ? answer() : toolCall();
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

function toolCall(): AIMessage {
  const call = {
    id: 'call-1',
    name: 'weather',
    args: { city: 'Lisbon' },
    type: 'tool_call',
  } as const;
  return new AIMessage({ content: '', tool_calls: [call] });
}

function answer(): AIMessage {
  return new AIMessage('It is sunny in Lisbon.');
}
