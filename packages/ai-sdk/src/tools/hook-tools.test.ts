import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel, type MemoryTurn } from '../../test/memory-model.ts';
import { readOutputs } from '../../test/read-outputs.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const search = (args: unknown = { q: 'price' }): MemoryTurn[] => [
  { calls: [{ id: 'c1', name: 'search', args }] },
  { text: 'Done.' },
];

const inputSchema = z.object({ q: z.string() });

describe.each(sdkVersions)('tools on ai $version', ({ sdk }) => {
  test('tells the model the same words on every version when a policy denies, changes or withholds', async () => {
    const texts: unknown[] = [];
    for (const event of ['preToolCall', 'onToolCallResult', 'onToolCallError'] as const) {
      const hooks = createHooks();
      hooks.addHook(event, () => deny('not here'), { name: 'guard' });
      const { model, seen } = memoryModel(search());
      const execute = async (): Promise<string> => {
        if (event === 'onToolCallError') throw new Error('disk full');
        return 'found';
      };
      const agent = withHooks(
        new sdk.ToolLoopAgent({ model, tools: { search: sdk.tool({ inputSchema, execute }) } }),
        hooks,
      );
      await agent.generate({ prompt: 'Go.' });
      texts.push(...readOutputs(seen[1]));
    }
    expect(texts).toEqual([
      { type: 'error-text', value: 'Blocked by guard: not here' },
      { type: 'error-text', value: 'Result withheld by guard: not here' },
      { type: 'error-text', value: 'Error withheld by guard: not here' },
    ]);
  });

  test('gives the tool the very input of the SDK and the model the very result of the tool when nothing changed', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    hooks.addHook('onToolCallResult', () => undefined);
    const { model } = memoryModel(search());
    const result = { euros: 10 };
    const tools = { search: sdk.tool({ inputSchema, execute: async () => result }) };
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks);
    const { steps: taken } = await agent.generate({ prompt: 'Go.' });
    const [part] = (taken[0]?.content ?? []).filter(({ type }) => type === 'tool-result');
    expect((part as { output?: unknown }).output).toBe(result);
  });

  test('judges two calls of one id apart when their arguments differ', async () => {
    const hooks = createHooks();
    hooks.addHook(
      'preToolCall',
      ({ call }) => (call.args['q'] === 'secret' ? deny('not that') : undefined),
      { name: 'guard' },
    );
    const { model, seen } = memoryModel([
      { calls: [{ id: 'same', name: 'search', args: { q: 'price' } }] },
      { calls: [{ id: 'same', name: 'search', args: { q: 'secret' } }] },
      { text: 'Done.' },
    ]);
    const ran: string[] = [];
    const tools = { search: sdk.tool({ inputSchema, execute: async ({ q }) => void ran.push(q) }) };
    await withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks).generate({ prompt: 'Go.' });
    expect(ran).toEqual(['price']);
    expect(JSON.stringify(seen[2]?.prompt.at(-1))).toContain('Blocked by guard: not that');
  });

  test('hands a changed argument to the tool and to what judges its result', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { q: 'bread' } } }));
    const calls: unknown[] = [];
    hooks.addHook(
      'onToolCallResult',
      ({ call, originalCall }) => void calls.push([originalCall.args, call.args]),
    );
    const { model } = memoryModel(search());
    const ran: unknown[] = [];
    const tools = {
      search: sdk.tool({ inputSchema, execute: async (input) => void ran.push(input) }),
    };
    await withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks).generate({ prompt: 'Go.' });
    expect(ran).toEqual([{ q: 'bread' }]);
    expect(calls).toEqual([[{ q: 'price' }, { q: 'bread' }]]);
  });

  test('keeps the class, the hidden properties and the model output of a tool', async () => {
    class Search {
      readonly description = 'Searches.';
      readonly inputSchema = inputSchema;
      readonly #found = 'found';
      execute(): string {
        return this.#found;
      }
      toModelOutput({ output }: { readonly output: unknown }): unknown {
        return { type: 'text', value: `<${String(output)}>` };
      }
    }
    const { model, seen } = memoryModel(search());
    const tools = { search: new Search() as never };
    await withHooks(new sdk.ToolLoopAgent({ model, tools }), createHooks()).generate({
      prompt: 'Go.',
    });
    expect(readOutputs(seen[1])).toEqual([{ type: 'text', value: '<found>' }]);
  });

  test('opens a chat of its own for a tool that is used without a hooked agent', async () => {
    const hooks = createHooks();
    const events: string[] = [];
    hooks.observe('*', ({ event }) => void events.push(event));
    hooks.addHook(
      'preToolCall',
      ({ call }) => (call.args['q'] === 'secret' ? deny('no') : undefined),
      { name: 'guard' },
    );
    const tools = withHooks(
      { search: sdk.tool({ inputSchema, execute: async ({ q }) => q }) },
      hooks,
    );
    const { model, seen } = memoryModel([
      ...search().slice(0, 1),
      { calls: [{ id: 'c2', name: 'search', args: { q: 'secret' } }] },
      { text: 'Done.' },
    ]);
    await new sdk.ToolLoopAgent({ model, tools }).generate({ prompt: 'Go.' });
    await hooks.flush();
    expect(JSON.stringify(seen[1]?.prompt.at(-1))).toContain('price');
    expect(JSON.stringify(seen[2]?.prompt.at(-1))).toContain('Blocked by guard: no');
    expect(events.filter((event) => event.startsWith('onChat'))).toEqual([
      'onChatStart',
      'onChatDone',
      'onChatStart',
      'onChatError',
    ]);
  });

  test('asks once when the tools of a hooked agent were hooked with the same hooks', async () => {
    const hooks = createHooks();
    const asked: string[] = [];
    hooks.addHook('preToolCall', ({ call }) => void asked.push(call.name));
    const tools = withHooks(
      { search: sdk.tool({ inputSchema, execute: async () => 'found' }) },
      hooks,
    );
    const { model } = memoryModel(search());
    await withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks).generate({ prompt: 'Go.' });
    expect(asked).toEqual(['search']);
  });
});
