import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

// @boundaries-ignore shared by tests only
import { slowHooks } from '../../../testing/test/slow-hooks.ts';
import { drain } from '../../test/drain.ts';
import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const SECRET = 'hunter2';

describe.each(sdkVersions)('on ai $version', ({ sdk }) => {
  const open = sdk.jsonSchema({ type: 'object' });

  test.each([false, true])(
    'what the app changes while preRequest is decided is not sent (streamed: %s)',
    async (isStreamed) => {
      const input = { city: 'Rome' };
      const value = { sky: 'clear' };
      const providerOptions = { memory: { effort: 'low' } };
      const stopSequences = ['END'];
      const schema = { type: 'object' as const, description: 'A place.' };
      const { model, seen } = memoryModel([{ text: 'ok' }]);
      const hooks = slowHooks('preRequest', () => {
        input.city = SECRET;
        value.sky = SECRET;
        providerOptions.memory.effort = SECRET;
        schema.description = SECRET;
        stopSequences.push(SECRET);
      });
      const call = { toolCallId: '1', toolName: 'weather' } as const;
      const asked = {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: [{ type: 'tool-call', ...call, input }] },
          {
            role: 'tool',
            content: [{ type: 'tool-result', ...call, output: { type: 'json', value } }],
          },
          { role: 'user', content: 'and now?' },
        ],
      };
      const tools = { weather: { inputSchema: sdk.jsonSchema(schema) } };
      const settings = { model, tools, providerOptions, stopSequences };
      const agent = withHooks(new sdk.ToolLoopAgent(settings as never), hooks);
      if (isStreamed) await drain((await agent.stream(asked as never)).fullStream);
      else await agent.generate(asked as never);
      const sent = JSON.stringify(seen);
      expect(seen).toHaveLength(1);
      expect(sent).not.toContain(SECRET);
      for (const said of ['Rome', 'clear', 'low', 'A place.', 'END'])
        expect(sent).toContain(`"${said}"`);
    },
  );

  test('options of messages, parts and outputs that the app changes meanwhile are sent as they were judged', async () => {
    const options = Array.from({ length: 5 }, () => ({ memory: { effort: 'low' } }));
    const [message, part, result, output, piece] = options.map((providerOptions) => ({
      providerOptions,
    }));
    const call = { toolCallId: '1', toolName: 'weather' } as const;
    const value = [{ type: 'text', text: 'clear', ...piece }];
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'hi', ...part }], ...message },
      { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', ...call, output: { type: 'content', value }, ...result },
          {
            type: 'tool-result',
            ...call,
            toolCallId: '2',
            output: { type: 'text', value: 'x', ...output },
          },
        ],
      },
    ];
    const { model, seen } = memoryModel([{ text: 'ok' }]);
    const hooks = slowHooks('preRequest', () => {
      for (const { memory } of options)
        Object.assign(memory, { effort: SECRET, instructions: SECRET });
    });
    const agent = withHooks(new sdk.ToolLoopAgent({ model }), hooks, { require: 'enforced' });
    await agent.generate({ messages } as never);
    expect(JSON.stringify(seen)).not.toContain(SECRET);
    expect(JSON.stringify(seen).split('"effort":"low"')).toHaveLength(1 + options.length);
  });

  test('arguments that change while preToolCall is decided reach the tool as hooks saw them', async () => {
    let given: { place?: { city: string } } = {};
    const ran: unknown[] = [];
    const weather = sdk.tool({
      inputSchema: open,
      onInputAvailable: ({ input }: { input: unknown }) => {
        given = input as typeof given;
      },
      execute: (input: unknown) => {
        ran.push(structuredClone(input));
        (input as { place: { city: string } }).place.city = 'a tool may write to its input';
        return 'sunny';
      },
    } as never);
    const calls = [{ id: 'c1', name: 'weather', args: { place: { city: 'Rome' } } }];
    const { model } = memoryModel([{ calls }, { text: 'ok' }]);
    const hooks = slowHooks('preToolCall', () => {
      given.place!.city = SECRET;
    });
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools: { weather } }), hooks);
    await agent.generate({ prompt: 'hi' });
    expect(ran).toEqual([{ place: { city: 'Rome' } }]);
  });

  test('a tool that runs again gets the arguments that hooks were asked about, not those that it left', async () => {
    const ran: unknown[] = [];
    const weather = sdk.tool({
      inputSchema: open,
      execute: (input: unknown) => {
        ran.push({ ...(input as object) });
        (input as { city: string }).city = SECRET;
        return ran.length;
      },
    } as never);
    const calls = [{ id: 'c1', name: 'weather', args: { city: 'Rome' } }];
    const { model } = memoryModel([{ calls }, { text: 'ok' }]);
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', ({ attempt }) =>
      attempt === 1 ? { decision: 'retry' } : undefined,
    );
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools: { weather } }), hooks);
    await agent.generate({ prompt: 'hi' });
    expect(ran).toEqual([{ city: 'Rome' }, { city: 'Rome' }]);
  });

  test('a result that its tool changes while onToolCallResult is decided is sent as hooks saw it', async () => {
    const order = { state: 'paid' };
    const look = sdk.tool({ inputSchema: open, execute: () => order } as never);
    const { model, seen } = memoryModel([{ calls: [{ id: 'c1', name: 'look' }] }, { text: 'ok' }]);
    const hooks = slowHooks('onToolCallResult', () => {
      order.state = SECRET;
    });
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools: { look } }), hooks);
    await agent.generate({ prompt: 'hi' });
    expect(JSON.stringify(seen[1])).toContain('paid');
    expect(JSON.stringify(seen[1])).not.toContain(SECRET);
  });
});
