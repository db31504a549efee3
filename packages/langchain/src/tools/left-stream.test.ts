import { createHooks, deny, type Hooks } from '@interpose/core';
import { createAgent, FakeToolCallingModel, tool } from 'langchain';
import { expect, test, vi } from 'vitest';

import { withHooks } from '../index.ts';

/** Returns a list that gets the ending of each chat of these hooks. */
function endingsOf(hooks: Hooks): readonly string[] {
  const endings: string[] = [];
  for (const event of ['onChatDone', 'onChatAbort', 'onChatError'] as const)
    hooks.observe(event, () => void endings.push(event));
  return endings;
}

/** Waits until the chat has ended and work beside it has had its turns. */
async function over(endings: readonly string[]): Promise<void> {
  await expect.poll(() => endings).not.toEqual([]);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test.each([1, 2, 3, 4, 5])(
  'no tool runs unasked after the reader of a stream stopped at part %i',
  async (parts) => {
    const happened: string[] = [];
    const hooks = createHooks();
    const endings = endingsOf(hooks);
    hooks.addHook('preToolCall', () => {
      happened.push('asked');
      return deny('never');
    });
    const refund = tool(() => void happened.push('ran'), {
      name: 'refund',
      schema: { type: 'object', properties: {} } as const,
    });
    const model = new FakeToolCallingModel({
      toolCalls: [[{ name: 'refund', args: {}, id: 'c1' }], []],
    });
    const agent = withHooks(createAgent({ model, tools: [refund] }), hooks);
    const input = { messages: [{ role: 'user', content: 'Go.' }] };
    const stream = await agent.stream(input, { streamMode: ['values', 'messages', 'updates'] });
    let read = 0;
    for await (const _ of stream) if (++read === parts) break;
    await over(endings);
    expect(happened).not.toContain('ran');
  },
);

test.each([2, 3, 4, 5])(
  'no model reads what hooks changed after the reader of a stream stopped at part %i',
  async (parts) => {
    const read: string[] = [];
    const { prototype } = FakeToolCallingModel;
    const ask: FakeToolCallingModel['_generate'] = Reflect.get(prototype, '_generate');
    // Binding tools makes a new model, so this spies on the class and sees what every model reads.
    const spy = vi.spyOn(prototype, '_generate').mockImplementation(function reading(
      this: FakeToolCallingModel,
      ...given
    ) {
      read.push(JSON.stringify(given[0]));
      return ask.apply(this, given);
    });
    const hooks = createHooks();
    const endings = endingsOf(hooks);
    hooks.addHook('onUserMessage', ({ message }) => ({
      message: { ...message, content: [{ type: 'text', text: 'Go on.' }] },
    }));
    const refund = tool(() => 'done', {
      name: 'refund',
      schema: { type: 'object', properties: {} } as const,
    });
    const model = new FakeToolCallingModel({
      toolCalls: [[{ name: 'unknown', args: {}, id: 'c1' }], []],
    });
    const agent = withHooks(createAgent({ model, tools: [refund] }), hooks);
    const input = { messages: [{ role: 'user', content: 'The secret.' }] };
    const stream = await agent.stream(input, { streamMode: ['values', 'messages', 'updates'] });
    let seen = 0;
    for await (const _ of stream) if (++seen === parts) break;
    await over(endings);
    spy.mockRestore();
    expect(read.length).toBeGreaterThan(0);
    expect(read.join()).not.toContain('The secret.');
  },
);
