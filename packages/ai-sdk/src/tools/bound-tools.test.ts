import { createHooks, deny } from '@interpose/core';
import * as sdk from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { readOutputs } from '../../test/read-outputs.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { inspect, withHooks } from '../index.ts';

const empty = z.object({});

/** Returns hooks that deny, change or only hear the calls of the tool search. */
function searchHooks(kind: 'deny' | 'change' | 'hear') {
  const hooks = createHooks();
  const heard: unknown[] = [];
  hooks.addHook(
    'preToolCall',
    ({ call }) => {
      heard.push([call.name, call.args]);
      return kind === 'deny' && call.name === 'find' ? deny('no search') : undefined;
    },
    { name: 'guard' },
  );
  hooks.addHook('onToolCallResult', ({ result }) => {
    heard.push(result);
    return kind === 'change' ? { result: { tools: [] } } : undefined;
  });
  return { hooks, heard };
}

function searchTools(searched: string[]) {
  const search = ({ query }: { readonly query: string }): string[] => {
    searched.push(query);
    return ['refund'];
  };
  const refund = sdk.tool({
    description: 'Pays.',
    inputSchema: empty,
    execute: async () => 'paid',
  });
  return { find: sdk.toolSearch({ search }), refund: { ...refund, deferLoading: true } };
}

describe('toolSearch() of ai 7', () => {
  const run = async (kind: 'deny' | 'change' | 'hear', streamed: boolean) => {
    const { hooks, heard } = searchHooks(kind);
    const searched: string[] = [];
    const { model, seen } = memoryModel([
      { calls: [{ id: 'c1', name: 'find', args: { query: 'pay' } }] },
      { text: 'Done.' },
    ]);
    const tools = searchTools(searched);
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks);
    if (streamed) await (await agent.stream({ prompt: 'Go.' })).text;
    else await agent.generate({ prompt: 'Go.' });
    const offered = (seen[1]?.tools ?? []).map(({ name }) => name);
    return { searched, heard, offered, outputs: readOutputs(seen[1]) };
  };

  test.each([false, true])('runs through its gates, streamed: %s', async (streamed) => {
    const { searched, heard, offered } = await run('hear', streamed);
    expect(searched).toEqual(['pay']);
    expect(heard).toEqual([
      ['find', { query: 'pay' }],
      { tools: [{ name: 'refund', description: 'Pays.' }] },
    ]);
    expect(offered).toEqual(['find', 'refund']);
  });

  test.each([false, true])('does not run where it is denied, streamed: %s', async (streamed) => {
    const { searched, offered, outputs } = await run('deny', streamed);
    expect(searched).toEqual([]);
    expect(offered).toEqual(['find']);
    expect(outputs).toEqual([{ type: 'error-text', value: 'Blocked by guard: no search' }]);
  });

  test('tells the model the result that a hook left', async () => {
    expect((await run('change', false)).outputs).toEqual([{ type: 'json', value: { tools: [] } }]);
  });

  test('passes both layers where two registries hook the agent', async () => {
    const inner = searchHooks('hear');
    const outer = searchHooks('hear');
    const { model } = memoryModel([
      { calls: [{ id: 'c1', name: 'find', args: { query: 'pay' } }] },
      { text: 'Done.' },
    ]);
    const agent = new sdk.ToolLoopAgent({ model, tools: searchTools([]) });
    await withHooks(withHooks(agent, inner.hooks), outer.hooks).generate({ prompt: 'Go.' });
    expect([inner.heard.length, outer.heard.length]).toEqual([2, 2]);
  });

  test("in a tool set of its own is refused under require: 'enforced'", () => {
    const tools = { find: sdk.toolSearch() };
    expect(() => withHooks(tools, createHooks(), { require: 'enforced' })).toThrow(
      /^\[not_enforced\].*toolSearch in a tool set hooked alone/,
    );
  });
});

describe.each(sdkVersions.filter(({ major }) => major === 7))(
  'a tool that calls others on ai $version',
  ({ sdk: { experimental_toolCaller: toolCaller, tool, ToolLoopAgent } }) => {
    const own = () => {
      const ran: string[] = [];
      const inner = tool({ inputSchema: empty, execute: async () => void ran.push('inner') });
      const bind = (tools: Readonly<Record<string, sdk.Tool>>): sdk.Tool =>
        tool({
          inputSchema: empty,
          execute: async (input, options) => {
            ran.push('outer');
            return tools['inner']?.execute?.(input, options as never) as unknown;
          },
        }) as never;
      const outer = toolCaller(
        tool({ inputSchema: empty }) as never,
        { type: 'local', bind } as never,
      );
      return { tools: { inner, outer }, ran };
    };
    const go = async (hooks: ReturnType<typeof createHooks>, set: ReturnType<typeof own>) => {
      const { model } = memoryModel([{ calls: [{ id: 'c1', name: 'outer' }] }, { text: 'Done.' }]);
      const tools = withHooks(set.tools, hooks);
      const settings: object = { model, tools, experimental_toolCallers: { inner: ['outer'] } };
      await new ToolLoopAgent(settings as never).generate({ prompt: 'Go.' });
    };

    test('is gated in a tool set of its own, and so are those it calls', async () => {
      const asked: string[] = [];
      const hooks = createHooks();
      hooks.addHook('preToolCall', ({ call }) => void asked.push(call.name));
      const set = own();
      await go(hooks, set);
      expect([asked, set.ran]).toEqual([
        ['outer', 'inner'],
        ['outer', 'inner'],
      ]);
    });

    test('does not run where it is denied', async () => {
      const hooks = createHooks();
      hooks.addHook('preToolCall', () => deny('no'));
      const set = own();
      await go(hooks, set);
      expect(set.ran).toEqual([]);
    });

    test('is no client-side tool for inspect', () => {
      expect(inspect(own().tools).every(({ status }) => status === 'enforced')).toBe(true);
    });
  },
);
