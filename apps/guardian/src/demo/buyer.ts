import { report } from '@interpose/aos/report';
import { createHooks, definePolicy, deny, type Hooks, type Tool } from '@interpose/core';
import { joinChat } from '@interpose/core/remote';

import { pause } from './pause.ts';

const BETWEEN_ORDERS_MS = 7000;
const BUY: Tool = { name: 'order', origin: 'local', known: true, enabled: true };
/** Dollars for a million tokens. */
const PRICES = { input: 2.5, output: 10 };

const budget = definePolicy({
  name: 'budget',
  version: '1.0.0',
  hooks: {
    preToolCall: {
      name: 'order-cap',
      run: ({ call }) =>
        Number(call.args['pieces']) > 40
          ? deny('Orders of more than 40 pieces are made by hand.', { code: 'order_cap' })
          : undefined,
    },
  },
});

/** Runs a scripted agent for ever that decides by itself and reports its decisions and the cost of its model. */
export async function runBuyer({
  url,
  token,
  signal,
}: {
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
}): Promise<void> {
  const telling = report({
    url,
    token,
    spendOf: ({ usage: { inputTokens = 0, outputTokens = 0 } }) =>
      (inputTokens * PRICES.input + outputTokens * PRICES.output) / 1_000_000,
  });
  const hooks = createHooks({ policies: [budget, telling] });
  for (let count = 0; !signal.aborted; count += 1) {
    await orderOnce(hooks, count);
    await pause(BETWEEN_ORDERS_MS, signal);
  }
  await hooks.close();
}

/** Makes one order: two model calls with a tool call between. */
async function orderOnce(hooks: Hooks, count: number): Promise<void> {
  const session = `order-${Date.now()}`;
  const chat = joinChat(hooks, {
    chatId: `${session}-1`,
    session: { id: session },
    agent: { id: 'buyer', name: 'Buyer', version: '1.0.0' },
    host: { framework: 'recorded', version: '1.0.0' },
  });
  const pieces = 5 + ((count * 13) % 50);
  for (const text of [`I order ${pieces} mugs.`, 'The order is on its way.']) {
    const usage = { inputTokens: 4000 + pieces * 60, outputTokens: 200 + pieces * 4 };
    await chat.dispatch('onResponse', {
      request: { model: 'scripted', messages: [] },
      response: { content: [{ type: 'text', text }], usage },
      synthetic: false,
    });
    if (text.startsWith('I order'))
      await chat.dispatch('preToolCall', {
        call: { id: `order-${count}`, name: BUY.name, args: { item: 'mug', pieces } },
        tool: BUY,
      });
  }
}
