import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel, type MemoryCall } from '../../test/memory-model.ts';
import { readOutputs } from '../../test/read-outputs.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('calls that reach no tool on ai $version', ({ sdk }) => {
  const tools = () => ({
    search: sdk.tool({ inputSchema: z.object({ q: z.string() }), execute: async () => 'found' }),
  });

  async function causes(
    call: MemoryCall,
    settings: object = { tools: tools() },
  ): Promise<unknown[]> {
    const hooks = createHooks();
    const heard: unknown[] = [];
    hooks.addHook('preToolCall', () => void heard.push('preToolCall'));
    hooks.addHook('onResponse', () => undefined);
    hooks.addHook(
      'onToolCallError',
      ({ cause, call: { name, args }, tool }) => void heard.push([cause, name, args, tool.known]),
    );
    const { model } = memoryModel([{ calls: [call] }, { text: 'Done.' }]);
    await withHooks(new sdk.ToolLoopAgent({ model, ...settings }), hooks).generate({
      prompt: 'Go',
    });
    return heard;
  }

  test('are reported by cause, without a gate', async () => {
    expect(await causes({ id: 'c1', name: 'teleport', args: { to: 'Rome' } })).toEqual([
      ['unknown', 'teleport', { to: 'Rome' }, false],
    ]);
    expect(await causes({ id: 'c1', name: 'search', args: { q: 7 } })).toEqual([
      ['invalid', 'search', { q: 7 }, true],
    ]);
    expect(await causes({ id: 'c1', name: 'search', raw: '{"q": ' })).toEqual([
      ['invalid', 'search', { input: '{"q": ' }, true],
    ]);
    expect(await causes({ id: 'c1', name: 'search', raw: '"rain"' })).toEqual([
      ['invalid', 'search', { input: '"rain"' }, true],
    ]);
  });

  test.each([{ q: 'x' }, 7])(
    'are reported where the provider gives %j in place of a text',
    async (input) => {
      const args = typeof input === 'object' ? input : { input: '7' };
      expect(await causes({ id: 'c1', name: 'search', raw: input as never })).toEqual([
        ['invalid', 'search', args, true],
      ]);
    },
  );

  test('are reported for an agent that has no tools', async () => {
    expect(await causes({ id: 'c1', name: 'teleport' }, {})).toEqual([
      ['unknown', 'teleport', {}, false],
    ]);
  });

  test('are disabled where the tool was not active at this step', async () => {
    expect(
      await causes(
        { id: 'c1', name: 'search', args: { q: 'x' } },
        { tools: tools(), activeTools: [] },
      ),
    ).toEqual([['disabled', 'search', { q: 'x' }, true]]);
  });

  test('are not reported when the app repairs them', async () => {
    const repair = async ({ toolCall }: { toolCall: object }): Promise<object> => ({
      ...toolCall,
      input: '{"q":"repaired"}',
    });
    expect(
      await causes(
        { id: 'c1', name: 'search', args: { q: 7 } },
        { tools: tools(), experimental_repairToolCall: repair },
      ),
    ).toEqual(['preToolCall']);
  });

  test('are reported when what the app repaired is still wrong', async () => {
    const repair = async ({ toolCall }: { toolCall: object }): Promise<object> => ({
      ...toolCall,
      input: '{"q":8}',
    });
    expect(
      await causes(
        { id: 'c1', name: 'search', args: { q: 7 } },
        { tools: tools(), experimental_repairToolCall: repair },
      ),
    ).toEqual([['invalid', 'search', { q: 7 }, true]]);
  });

  test.each([
    ['changed', () => ({ error: { message: 'Use search instead.' } }), 'Use search instead.'],
    ['withheld', () => deny('shows names'), 'Error withheld by guard: shows names'],
  ] as const)('read as the hooks left them: %s', async (_, hook, text) => {
    for (const streamed of [false, true]) {
      const hooks = createHooks();
      hooks.addHook('onToolCallError', hook, { name: 'guard' });
      const memory = memoryModel([{ calls: [{ id: 'c1', name: 'teleport' }] }, { text: 'Done.' }]);
      const agent = withHooks(
        new sdk.ToolLoopAgent({ model: memory.model, tools: tools() }),
        hooks,
      );
      if (streamed) await (await agent.stream({ prompt: 'Go' })).text;
      else await agent.generate({ prompt: 'Go' });
      expect(readOutputs(memory.seen[1])).toEqual([{ type: 'error-text', value: text }]);
    }
  });

  test('leave the result of a later call alone that the model gave the same id', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', () => ({ error: { message: 'Use search instead.' } }));
    const again = { id: 'c1', name: 'search', args: { q: 'rain' } };
    const turns = [{ calls: [{ id: 'c1', name: 'teleport' }] }, { calls: [again] }, { text: 'Ok' }];
    const { model, seen } = memoryModel(turns);
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools: tools() }), hooks);
    await agent.generate({ prompt: 'Go' });
    expect(readOutputs(seen[2])).toEqual([{ type: 'text', value: 'found' }]);
    expect(JSON.stringify(seen[2]?.prompt)).toContain('Use search instead.');
  });
});
