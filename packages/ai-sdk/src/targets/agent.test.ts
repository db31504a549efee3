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

describe.each(sdkVersions)('agents on ai $version', ({ sdk, major }) => {
  const search = () => sdk.tool({ inputSchema: z.object({}), execute: async () => 'found' });

  test('polices a subclass, which stays one and keeps its own methods', async () => {
    class Clerk extends sdk.ToolLoopAgent {
      greeting(): string {
        return `I am ${this.id ?? 'nobody'}`;
      }
    }
    const hooks = createHooks();
    hooks.addHook('preRequest', () => deny('closed', { message: 'We are closed.' }));
    const clerk = withHooks(new Clerk({ id: 'clerk', model: memoryModel([]).model }), hooks);
    expect(clerk).toBeInstanceOf(Clerk);
    expect(clerk.greeting()).toBe('I am clerk');
    expect((await clerk.generate({ prompt: 'Hi' })).text).toBe('We are closed.');
  });

  test('polices a subclass that overrides generate', async () => {
    const prompts: unknown[] = [];
    class Polite extends sdk.ToolLoopAgent {
      override async generate(options: never): Promise<never> {
        prompts.push((options as { prompt: string }).prompt);
        return super.generate(options) as Promise<never>;
      }
    }
    const hooks = createHooks();
    hooks.addHook('preRequest', () => deny('closed'));
    const agent = withHooks(new Polite({ model: memoryModel([]).model }), hooks);
    expect(((await agent.generate({ prompt: 'Hi' } as never)) as { text: string }).text).toBe(
      'Blocked by policy.',
    );
    expect(prompts).toEqual(['Hi']);
  });

  test('does not touch the agent it was given', async () => {
    const { model, seen } = memoryModel([{ text: 'Plain.' }]);
    const agent = new sdk.ToolLoopAgent({ model });
    const hooks = createHooks();
    hooks.addHook('preRequest', () => deny('no'));
    withHooks(agent, hooks);
    expect((await agent.generate({ prompt: 'Hi' })).text).toBe('Plain.');
    expect(seen).toHaveLength(1);
  });

  test('takes its identity from the settings, unless the app says otherwise', async () => {
    const hooks = createHooks();
    const agents: unknown[] = [];
    hooks.observe('onChatStart', ({ agent }) => void agents.push(agent));
    const { model } = memoryModel([{ text: '1' }, { text: '2' }, { text: '3' }]);
    const named = new sdk.ToolLoopAgent({ id: 'clerk', model, instructions: 'Be brief.' });
    await withHooks(named, hooks).generate({ prompt: 'Hi' });
    await withHooks(named, createHooks()).generate({ prompt: 'Hi' });
    await withHooks(new sdk.ToolLoopAgent({ model }), hooks, {
      agent: {
        id: 'shop',
        name: 'Shop',
        version: '2.1.0',
        provider: { name: 'Bakery', url: 'https://bakery.example' },
      },
    }).generate({ prompt: 'Hi' });
    await hooks.flush();
    expect(agents).toEqual([
      {
        id: 'clerk',
        name: 'clerk',
        instructions: 'Be brief.',
        model: 'memory-1',
        provider: { name: 'memory' },
      },
      {
        id: 'shop',
        name: 'Shop',
        version: '2.1.0',
        model: 'memory-1',
        provider: { name: 'Bakery', url: 'https://bakery.example' },
      },
    ]);
  });

  test('starts its chat with the messages of the call', async () => {
    const hooks = createHooks();
    const starts: unknown[] = [];
    hooks.observe('onChatStart', ({ messages }) => void starts.push(messages));
    const { model } = memoryModel([{ text: '1' }, { text: '2' }]);
    const agent = withHooks(new sdk.ToolLoopAgent({ model }), hooks);
    await agent.generate({ prompt: 'Hi' });
    await agent.generate({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    });
    await hooks.flush();
    expect(starts).toEqual([
      [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    ]);
  });

  test('tells the app of its steps as before', async () => {
    const steps: string[] = [];
    const settings = {
      model: memoryModel(twoSteps).model,
      tools: { search: search() },
      onStepFinish: () => void steps.push('settings'),
    };
    await withHooks(new sdk.ToolLoopAgent(settings), createHooks()).generate({
      prompt: 'Go',
      onStepFinish: () => void steps.push('call'),
    });
    expect(steps).toEqual(['settings', 'call', 'settings', 'call']);
  });

  test('serves UI messages as before', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => undefined);
    const agent = withHooks(
      new sdk.ToolLoopAgent({ model: memoryModel(twoSteps).model, tools: { search: search() } }),
      hooks,
    );
    const uiMessages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Go' }] }];
    const stream = await sdk.createAgentUIStream({ agent, uiMessages } as never);
    const types: string[] = [];
    for await (const part of stream as AsyncIterable<{ type: string }>) types.push(part.type);
    expect(types).toContain('tool-output-available');
    expect(types.at(-1)).toBe('finish');
    expect(major).toBeGreaterThan(5);
  });
});

describe('messages that steer', () => {
  test('are seen before the model reads them', async () => {
    const { sdk } = sdkVersions[3]!;
    const hooks = createHooks();
    const said: unknown[] = [];
    hooks.addHook('onUserMessage', ({ message }) => void said.push(message.content));
    const steering = sdk.experimental_createSteering();
    const tool = sdk.tool({
      inputSchema: z.object({}),
      execute: async () => {
        void steering.steer('Stop now.');
        return 'found';
      },
    });
    const memory = memoryModel(twoSteps);
    const agent = withHooks(
      new sdk.ToolLoopAgent({ model: memory.model, tools: { search: tool } }),
      hooks,
    );
    await agent.generate({ prompt: 'Go', experimental_steering: steering });
    expect(said).toEqual([[{ type: 'text', text: 'Go' }], [{ type: 'text', text: 'Stop now.' }]]);
  });
});
