import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { createAgent, createMiddleware, ToolMessage } from 'langchain';
import { expect, test } from 'vitest';
import { capabilities, withHooks } from '../index.ts';

/** A model in memory that counts how often it is asked. */
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

test('a call that a middleware answers reaches no tool and no gate, and the table says so', async () => {
  const hooks = createHooks();
  const heard: string[] = [];
  hooks.addHook('preToolCall', () => void heard.push('preToolCall'));
  hooks.addHook('onToolCallResult', () => void heard.push('onToolCallResult'));
  let paid = 0;
  const refund = tool(() => void paid++, { name: 'refund', description: 'Pays.', schema: {} });
  const emulator = createMiddleware({
    name: 'Emulator',
    wrapToolCall: ({ toolCall }) =>
      new ToolMessage({ content: 'as if paid', tool_call_id: toolCall.id ?? '' }),
  });
  const call = { id: 'c', name: 'refund', args: {}, type: 'tool_call' } as const;
  const wish = new AIMessage({ content: '', tool_calls: [call] });
  const model = new CountingModel(wish, new AIMessage('Done.'));
  const made = withHooks(createAgent, hooks)({ model, tools: [refund], middleware: [emulator] });
  await made.invoke({ messages: history });
  const rows = capabilities.filter(({ path }) => path === 'call that a middleware answers');
  expect([paid, heard, rows.map(({ event, status }) => `${event} ${status}`)]).toEqual([
    0,
    [],
    ['preToolCall unmediated', 'onToolCallResult unmediated'],
  ]);
});
