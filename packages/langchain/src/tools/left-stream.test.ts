import { createHooks, deny } from '@interpose/core';
import { createAgent, FakeToolCallingModel, tool } from 'langchain';
import { expect, test } from 'vitest';

import { withHooks } from '../index.ts';

test.each([1, 2, 3, 4, 5])(
  'no tool runs unasked after the reader of a stream stopped at part %i',
  async (parts) => {
    const happened: string[] = [];
    const hooks = createHooks();
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
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(happened).not.toContain('ran');
  },
);
