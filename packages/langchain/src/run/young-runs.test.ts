import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import type { ChatResult } from '@langchain/core/outputs';
import { createHooks } from '@interpose/core';
import { createAgent } from 'langchain';
import { expect, test } from 'vitest';

import { withHooks } from '../index.ts';
// @boundaries-ignore shared by tests only
import { bytesLeftBy, MANY_ARGUMENTS } from '../../../testing/test/young-heap.ts';

/** The limit per run. Runs of LangGraph keep the chat: 13,000 bytes with the model's request, 6,000 without. */
const MOST_BYTES = 9500;

/** A model that keeps nothing from its calls. */
class ForgetfulModel extends BaseChatModel {
  override _llmType(): string {
    return 'forgetful';
  }

  override bindTools(): this {
    return this;
  }

  override _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = messages.at(-1)?.type === 'tool' ? new AIMessage('Sunny.') : call();
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

function call(): AIMessage {
  const args = { ...MANY_ARGUMENTS };
  const calls = [{ type: 'tool_call', id: 'c1', name: 'search', args } as const];
  return new AIMessage({ content: '', tool_calls: calls });
}

test('a run that is over leaves little to the old heap beside what LangGraph leaves', async () => {
  const search = () =>
    tool(() => 'found', { name: 'search', description: 'Searches.', schema: { type: 'object' } });
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => undefined);
  hooks.addHook('preRequest', () => undefined);
  hooks.addHook('onResponse', () => undefined);
  const make = (factory: typeof createAgent) =>
    factory({ model: new ForgetfulModel({}), tools: [search()] });
  const [bare, hooked] = [make(createAgent), make(withHooks(createAgent, hooks))];
  const input = { messages: [{ role: 'user', content: 'Go' }] };
  const own = await bytesLeftBy(() => bare.invoke(input), Infinity);
  const left = await bytesLeftBy(() => hooked.invoke(input), own + MOST_BYTES);
  expect(left - own).toBeLessThan(MOST_BYTES);
});
