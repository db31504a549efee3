import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)("the settings in an agent's own method, on ai $version", ({ sdk }) => {
  const desk = (names: readonly string[] = ['guard']) => {
    const [ran, asked]: [string[], string[]] = [[], []];
    const search = sdk.tool({
      inputSchema: z.object({}),
      execute: async () => (ran.push('search'), 'found'),
    });
    const layers = names.map((name) => {
      const hooks = createHooks();
      hooks.addHook('preRequest', () => void asked.push(name));
      hooks.addHook('preToolCall', () => (name === 'guard' ? deny('no') : undefined), { name });
      return hooks;
    });
    return {
      ran,
      asked,
      layers,
      tools: { search },
      ...memoryModel([{ text: '1' }, { text: '2' }]),
    };
  };
  type Settings = Pick<ReturnType<typeof desk>, 'model' | 'tools'> & { temperature?: number };

  /** Runs a tool and asks the model itself before it calls the method of its base class. */
  class Clerk extends sdk.ToolLoopAgent {
    readonly said: string[] = [];

    override async generate(given: never): Promise<never> {
      // The SDK declares the settings of an agent private.
      const { settings } = this as unknown as { settings: Settings };
      const options = { toolCallId: 'c1', messages: [] } as never;
      const found = settings.tools.search.execute?.({}, options);
      this.said.push(await Promise.resolve(found).then(String, String));
      this.said.push((await sdk.generateText({ model: settings.model, prompt: 'Hi' })).text);
      settings.temperature = 0.5;
      return super.generate(given) as never;
    }
  }
  const asked = async (agent: Clerk) =>
    ((await agent.generate({ prompt: 'Hi' } as never)) as { readonly text: string }).text;

  test('have the tools and the model with hooks, and what is put in counts for this call', async () => {
    const { ran, asked: events, layers, tools, model, seen } = desk();
    const agent = withHooks(new Clerk({ model, tools }), layers[0]!);
    expect(await asked(agent)).toBe('2');
    expect([agent.said, ran]).toEqual([['Blocked by guard: no', '1'], []]);
    expect(events).toEqual(['guard', 'guard']);
    expect(seen.map(({ temperature }) => temperature)).toEqual([undefined, 0.5]);
  });

  test.each([[['guard', 'outer']], [['inner', 'guard']]])(
    'have those of every layer: %j',
    async (names) => {
      const { ran, asked: events, layers, tools, model } = desk(names);
      const agent = withHooks(withHooks(new Clerk({ model, tools }), layers[0]!), layers[1]!);
      expect(await asked(agent)).toBe('2');
      expect([agent.said, ran]).toEqual([['Blocked by guard: no', '1'], []]);
      expect(events.toSorted()).toEqual([...names, ...names].toSorted());
    },
  );

  test('have them in a class that the app made of the hooked one', async () => {
    const { ran, layers, tools, model } = desk();
    const said: string[] = [];
    class Made extends withHooks(sdk, layers[0]!).ToolLoopAgent {
      override async stream(given: never): Promise<never> {
        const { settings } = this as unknown as { settings: Settings }; // Private in the SDK.
        const found = settings.tools.search.execute?.({}, {
          toolCallId: 'c',
          messages: [],
        } as never);
        said.push(await Promise.resolve(found).then(String, String));
        return super.stream(given) as never;
      }
    }
    const { text } = (await new Made({ model, tools }).stream({ prompt: 'Hi' } as never)) as {
      readonly text: Promise<string>;
    };
    expect([await text, said, ran]).toEqual(['1', ['Blocked by guard: no'], []]);
  });

  test('have the tools with hooks in a class that prepares its calls itself', async () => {
    const { ran, layers, tools, model } = desk();
    const said: string[] = [];
    class Preparing extends (sdk.ToolLoopAgent as new (settings: object) => object) {
      declare readonly settings: Settings;
      async prepareCall(given: object): Promise<object> {
        const options = { toolCallId: 'c1', messages: [] } as never;
        const found = this.settings.tools.search.execute?.({}, options);
        said.push(await Promise.resolve(found).then(String, String));
        type Prepare = (given: object) => Promise<object>;
        const above = Reflect.get(sdk.ToolLoopAgent.prototype, 'prepareCall') as Prepare;
        return above.call(this, given);
      }
    }
    const agent = withHooks(new Preparing({ model, tools }) as never, layers[0]!) as Clerk;
    expect(await asked(agent)).toBe('1');
    expect([said, ran]).toEqual([['Blocked by guard: no'], []]);
  });
});
