import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { LLM } from '@langchain/core/language_models/llms';
import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { StructuredTool } from '@langchain/core/tools';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { createHooks, type EventName, type Hooks } from '@interpose/core';

import { PlainModel } from './plain-model.ts';

export const messages: HumanMessage[] = [new HumanMessage('Go.')];

/** As much of the type of a graph as is needed. */
interface Flow {
  invoke(input: object): Promise<{ readonly messages: readonly BaseMessage[] }>;
}

/** A compiled graph of this one node. */
export function graphOf(node: () => unknown): Flow {
  return new StateGraph(MessagesAnnotation)
    .addNode('act', async () => ({ messages: [String(await node())] }))
    .addEdge('__start__', 'act')
    .addEdge('act', '__end__')
    .compile();
}

export function listening(event: EventName = 'preRequest'): Hooks {
  const hooks = createHooks();
  hooks.addHook(event as 'preRequest', () => undefined);
  return hooks;
}

/** A model that answers in pieces, and may ask another in doing so. */
export class PiecesModel extends BaseChatModel {
  asked = 0;
  readonly below: PiecesModel | undefined;

  constructor(below?: PiecesModel) {
    super({});
    this.below = below;
  }

  override _llmType(): string {
    return 'pieces';
  }

  override async _generate(): Promise<ChatResult> {
    this.asked += 1;
    const message = new AIMessage((await this.below?.invoke('Go.'))?.text ?? 'Hello.');
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(): AsyncGenerator<ChatGenerationChunk> {
    this.asked += 1;
    yield new ChatGenerationChunk({ text: 'Hel', message: new AIMessageChunk('Hel') });
    const text = (await this.below?.invoke('Go.'))?.text ?? 'lo.';
    yield new ChatGenerationChunk({ text, message: new AIMessageChunk(text) });
  }
}

/** A model of texts. */
class TextModel extends LLM {
  asked = 0;

  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'texts';
  }

  override async _call(): Promise<string> {
    this.asked += 1;
    return 'Hello.';
  }
}

/** A tool of the app's own class, one part of which calls another. */
export class PayTool extends StructuredTool {
  name = 'pay';
  description = 'Pays.';
  schema = { type: 'object', properties: {} } as never;
  readonly #paid: string[];

  constructor(paid: string[] = []) {
    super();
    this.#paid = paid;
  }

  override async _call(): Promise<string> {
    this.#paid.push('paid');
    return 'paid';
  }
}

export class TwicePayTool extends PayTool {
  override async _call(): Promise<string> {
    return `${await super['_call']()} twice`;
  }
}

type Asked = { asked: number };
interface Parts {
  _streamResponseChunks(given: readonly unknown[], options: object): AsyncGenerator;
}

/** Each way to a model below everything that tells of it. */
export const ways: Readonly<Record<string, () => readonly [Asked, () => unknown]>> = {
  _generate() {
    const model = new PlainModel('Hello.');
    return [model, () => model['_generate']()];
  },
  _streamResponseChunks() {
    const model = new PiecesModel();
    return [model, () => (model as Parts)['_streamResponseChunks']([], {}).next()];
  },
  '_call of a model of texts'() {
    const model = new TextModel();
    return [model, () => model['_call']()];
  },
  '_generate of a model of texts'() {
    const model = new TextModel();
    return [model, () => model['_generate'](['Go.'], {})];
  },
};
