import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { createAgent, createMiddleware } from 'langchain';
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
