import { canaries, type ProbeRun } from '@interpose/testing/probes';
import { InMemoryChatMessageHistory } from '@langchain/core/chat_history';
import { HumanMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { InMemoryStore } from '@langchain/langgraph';

import { StreamingCanaryModel } from './canary-model.ts';

const schema = { type: 'object', properties: { euros: { type: 'number' } } } as const;

/** A tool with private fields, whose own methods call it. */
export class CountingTool extends DynamicStructuredTool {
  #count = 0;

  constructor(run: ProbeRun) {
    const func = async (args: unknown): Promise<string> => {
      run.toolRan('refund', args);
      return canaries.toolResult;
    };
    super({ name: 'refund', description: 'Pays money back.', schema, func });
  }

  override async invoke(input: never, config?: never): Promise<never> {
    this.#count += 1;
    return super.invoke(input, config) as Promise<never>;
  }

  async pay(euros: number): Promise<unknown> {
    this.#count += 1;
    return this.invoke({ euros } as never);
  }

  get count(): number {
    return this.#count;
  }
}

/** A model with private fields, whose own methods call it. */
export class CountingModel extends StreamingCanaryModel {
  #count = 0;

  override async invoke(input: never, options?: never): Promise<never> {
    this.#count += 1;
    return super.invoke(input, options) as Promise<never>;
  }

  async say(text: string): Promise<unknown> {
    this.#count += 1;
    return this.invoke(text as never);
  }

  get count(): number {
    return this.#count;
  }
}

/** A store of this kind. */
export class CountingStore extends InMemoryStore {
  #count = 0;

  async remember(content: string): Promise<void> {
    this.#count += 1;
    await this.put(['notes'], 'note', { content });
  }

  get count(): number {
    return this.#count;
  }
}

/** A chat message history of this kind. */
export class CountingHistory extends InMemoryChatMessageHistory {
  #count = 0;

  async remember(text: string): Promise<void> {
    this.#count += 1;
    await this.addMessage(new HumanMessage({ content: text, id: 'note' }));
  }

  get count(): number {
    return this.#count;
  }
}
