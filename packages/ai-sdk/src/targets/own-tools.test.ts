import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('tools and models of a class, on ai $version', ({ sdk }) => {
  class Search {
    #query = '';
    readonly inputSchema = z.object({});

    get description(): string {
      return `the last was "${this.#query}"`;
    }

    async execute(): Promise<string> {
      this.#query = 'found';
      return this.#query;
    }

    toModelOutput({ output }: { readonly output: unknown }): object {
      return { type: 'text', value: `${this.#query} ${String(output)}` };
    }
  }

  const steps = [{ calls: [{ id: 'c1', name: 'search', args: {} }] }, { text: 'Done.' }];

  test.each(['as it is', 'frozen'])('keep their private fields: %s', async (how) => {
    const hooks = createHooks();
    const calls: string[] = [];
    hooks.addHook('preToolCall', ({ call }) => void calls.push(call.name));
    const search = how === 'frozen' ? Object.freeze(new Search()) : new Search();
    const { model, seen } = memoryModel(steps);
    const frozen = how === 'frozen' ? Object.freeze(model) : model;
    const settings = { model: frozen, tools: { search } } as never;
    const agent = withHooks(new sdk.ToolLoopAgent(settings), hooks);
    expect((await agent.generate({ prompt: 'Go' })).text).toBe('Done.');
    expect([calls, search.description]).toEqual([['search'], 'the last was "found"']);
    expect(JSON.stringify(seen[1])).toContain('found found');
    const alone = withHooks({ search: new Search() } as never, hooks) as { search: Search };
    expect(await alone.search.execute()).toBe('found');
    expect(alone.search.description).toBe('the last was "found"');
  });

  test('can be frozen, hooked by themselves', async () => {
    const hooks = createHooks();
    let asked = 0;
    hooks.addHook('preRequest', () => void (asked += 1));
    const model = withHooks(Object.freeze(memoryModel([{ text: '1' }]).model), hooks);
    expect((await sdk.generateText({ model, prompt: 'Hi' })).text).toBe('1');
    expect(asked).toBe(1);
  });
});
