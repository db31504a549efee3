import type { AgentInputItem } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, mapText, type Hooks } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const text = 'My card is 4711.';

interface Filtered {
  readonly modelData: { input: AgentInputItem[]; instructions?: string };
}

type Filter = (given: Filtered) => Filtered['modelData'];

describe.each(sdkVersions)('a filter of the app that is asked twice ($version)', ({ sdk }) => {
  async function runWith(callModelInputFilter: Filter, hooks: Hooks, id: string) {
    const model = new MemoryModel([calls('look')], 'Done.');
    const agent = new sdk.Agent({ name: 'shop', model, tools: [openTool('look', () => 'seen')] });
    const runner = new sdk.Runner({ tracingDisabled: true, callModelInputFilter });
    const { state } = await runner.run(withHooks(agent, hooks, { session: { id } }), text);
    return { asked: JSON.stringify(model.asked.map(({ input }) => input)), state };
  }

  test('gets the same items as without hooks', async () => {
    const seen: Record<string, AgentInputItem[]> = { plain: [], hooked: [] };
    for (const kind of ['plain', 'hooked'] as const) {
      const filter = Object.assign(
        ({ modelData }: Filtered) => {
          seen[kind]!.push(modelData.input[0]!);
          return modelData;
        },
        { preserveInputIdentity: true },
      );
      const hooks = createHooks();
      if (kind === 'hooked') hooks.addHook('onUserMessage', () => undefined);
      await runWith(filter, hooks, `same ${kind}`);
    }
    const isSame = (items: readonly AgentInputItem[]): boolean => items[0] === items[1];
    expect(isSame(seen['hooked']!)).toBe(isSame(seen['plain']!));
  });

  test.each([
    ['another text each time', (asked: number) => `${asked}: ${text}`],
    ['the text as it is the second time', (asked: number) => (asked > 1 ? text : `1: ${text}`)],
  ])('and makes %s shows no model what hooks changed', async (how, textAt) => {
    let asked = 0;
    const filter: Filter = ({ modelData }) => {
      asked++;
      const input = modelData.input.map((item) =>
        'role' in item && item.role === 'user' ? { ...item, content: textAt(asked) } : item,
      );
      return { ...modelData, input };
    };
    const hooks = createHooks();
    hooks.addHook('onUserMessage', ({ message }) => ({
      message: mapText(message, (said) => said.replace('4711', '[gone]')),
    }));
    const left = await runWith(filter, hooks, how);
    expect(left.asked).not.toContain('4711');
    expect(JSON.stringify(left.state)).not.toContain('4711');
  });
});
