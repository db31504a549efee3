import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, createMiddleware, summarizationMiddleware } from 'langchain';
import { expect, test } from 'vitest';
import { withHooks } from '../index.ts';

/** A model in memory that counts its calls. */
class CountingModel extends BaseChatModel {
  asked = 0;
  readonly #answers: readonly AIMessage[];

  constructor(...answers: readonly AIMessage[]) {
    super({});
    this.#answers = answers;
  }

  override _llmType(): string {
    return 'counting';
  }

  override bindTools(): this {
    return this;
  }

  override _generate(): Promise<ChatResult> {
    const message = this.#answers[Math.min(this.asked++, this.#answers.length - 1)]!;
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

const history = [new HumanMessage('one'), new AIMessage('two'), new HumanMessage('three')];

async function summarised(hooks: Hooks, summariser: CountingModel): Promise<void> {
  const summary = createMiddleware({
    name: 'Summary',
    async beforeModel({ messages }) {
      await summariser.invoke([...messages, new HumanMessage('Sum that up.')]);
    },
  });
  const model = new CountingModel(new AIMessage('Done.'));
  const made = withHooks(createAgent, hooks)({ model, tools: [], middleware: [summary] });
  await made.invoke({ messages: history });
}

test('a model that a middleware keeps to itself passes the hooks once it is hooked itself', async () => {
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) =>
    JSON.stringify(request.messages).includes('Sum that up.') ? deny('no summaries') : undefined,
  );
  const [open, hooked] = [0, 1].map(() => new CountingModel(new AIMessage('A summary.')));
  await summarised(hooks, open!);
  await summarised(hooks, withHooks(hooked!, hooks));
  expect([open!.asked > 0, hooked!.asked]).toEqual([true, 0]);
});

test('where all has to be enforced, a summary by an unhooked model is refused, and the thread stays', async () => {
  const hooks = createHooks();
  hooks.addHook('preRequest', () => undefined);
  const summariser = new CountingModel(new AIMessage('A summary.'));
  const middleware = [
    summarizationMiddleware({
      model: summariser,
      trigger: { messages: 2 },
      keep: { messages: 1 },
    } as never),
  ];
  const params = { tools: [], middleware, checkpointer: new MemorySaver() };
  const made = withHooks(createAgent, hooks, { require: 'enforced' });
  const model = new CountingModel(new AIMessage('Done.'));
  const agent = made({ model, ...params } as never);
  const thread = { configurable: { thread_id: 't' } };
  await expect(agent.invoke({ messages: history }, thread)).rejects.toThrow('[model_unhooked]');
  const { values } = await agent.graph.getState(thread);
  expect((values as { messages: AIMessage[] }).messages.map(({ text }) => text)).toEqual([
    'one',
    'two',
    'three',
  ]);
  expect(summariser.asked).toBe(0);
});
