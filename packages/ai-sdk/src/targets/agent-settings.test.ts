import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel, type MemoryTurn } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const twoSteps: MemoryTurn[] = [
  { calls: [{ id: 'c1', name: 'search', args: {} }] },
  { text: 'Done.' },
];

describe.each(sdkVersions)('the settings of an agent on ai $version', ({ sdk }) => {
  const search = () => sdk.tool({ inputSchema: z.object({}), execute: async () => 'found' });

  test('reaches no model through a subclass that skips the preparation of its calls', async () => {
    class Shortcut extends (sdk.ToolLoopAgent as new (settings: object) => object) {
      readonly settings: { model?: unknown } = {};
      async prepareCall(): Promise<object> {
        return { model: this.settings.model, prompt: 'Hi' };
      }
    }
    const memory = memoryModel([{ text: 'Leaked.' }]);
    const shortcut = new Shortcut({});
    shortcut.settings.model = memory.model;
    // The versions of the SDK have different types for calls; the test uses what all of them have.
    const agent = withHooks(shortcut as never, createHooks()) as unknown as {
      generate(call: object): Promise<unknown>;
    }; // its class hides it
    await expect(agent.generate({ prompt: 'Hi' })).rejects.toThrow(/agent_not_mediated/);
    expect(memory.seen).toEqual([]);
  });

  test('mediates the model and the tools that prepareCall swaps in', async () => {
    const hooks = createHooks();
    const asked: unknown[] = [];
    hooks.addHook(
      'preRequest',
      ({ request }) => void asked.push(request.tools?.map(({ name }) => name)),
    );
    hooks.addHook('preToolCall', ({ call }) => deny(`no ${call.name}`), { name: 'guard' });
    const swapped = memoryModel([
      { calls: [{ id: 'c1', name: 'refund', args: {} }] },
      { text: 'Done.' },
    ]);
    const ran: unknown[] = [];
    const refund = sdk.tool({
      inputSchema: z.object({}),
      execute: async () => void ran.push('refund'),
    });
    const agent = new sdk.ToolLoopAgent({
      model: memoryModel([]).model,
      tools: { search: search() },
      prepareCall: ((options: object) => ({
        ...options,
        model: swapped.model,
        tools: { refund },
      })) as never,
    });
    expect((await withHooks(agent, hooks).generate({ prompt: 'Pay' })).text).toBe('Done.');
    expect([asked, ran]).toEqual([[['refund'], ['refund']], []]);
    expect(JSON.stringify(swapped.seen[1]?.prompt.at(-1))).toContain('Blocked by guard: no refund');
  });

  test('gives prepareCall the model and the tools that the hooked agent hands out', async () => {
    const { model } = memoryModel([{ text: 'Hi.' }]);
    const tools = { search: search() };
    const given: Record<string, unknown>[] = [];
    const prepareCall = (options: Record<string, unknown>): unknown => {
      given.push(options);
      return options;
    };
    const plain = new sdk.ToolLoopAgent({ model, tools, prepareCall: prepareCall as never });
    // The class of the SDK hides the settings.
    const agent = withHooks(plain, createHooks()) as unknown as {
      readonly settings: Readonly<Record<string, unknown>>;
      generate(call: object): Promise<unknown>;
    };
    await agent.generate({ prompt: 'Hi' });
    expect(given[0]?.['model']).toBe(agent.settings['model']);
    expect(given[0]?.['tools']).toBe(agent.settings['tools']);
  });

  test('mediates the model that prepareStep swaps in, and the tools it offers', async () => {
    const hooks = createHooks();
    const asked: unknown[] = [];
    hooks.addHook('preRequest', ({ request }) => void asked.push(request.tools?.length ?? 0));
    const other = memoryModel([{ text: 'From the other.' }]);
    const agent = new sdk.ToolLoopAgent({
      model: memoryModel(twoSteps).model,
      tools: { search: search(), refund: search() },
      prepareStep: ({ stepNumber }) =>
        stepNumber === 0 ? { activeTools: ['search'] } : { model: other.model },
    });
    expect((await withHooks(agent, hooks).generate({ prompt: 'Go' })).text).toBe('From the other.');
    expect(asked).toEqual([1, 2]);
  });
});
