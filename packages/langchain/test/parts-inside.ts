import type { ChatResult } from '@langchain/core/outputs';
import { entrypoint } from '@langchain/langgraph';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { createAgent, createMiddleware } from 'langchain';
import { describe, expect, test } from 'vitest';

import { withHooks } from '../src/index.ts';
import {
  graphOf,
  listening,
  messages,
  PayTool,
  PiecesModel,
  TwicePayTool,
  ways,
} from './inner-parts.ts';
import { partsTaken } from './parts-taken.ts';
import { PlainModel } from './plain-model.ts';

/** A direct call of what stands below the callbacks of a model or a tool, in every version. */
export function partsInside(version: string): void {
  describe(`LangChain ${version}: a part that is called by itself`, () => {
    modelsAreRefused();
    modelsBelowPass();
    toolsAreGated();
    hookedToolsAreGated();
    partsTaken();
    test('outside of a run nothing changes', async () => {
      const model = new PlainModel('Hello.');
      expect((await model['_generate']()).generations[0]?.text).toBe('Hello.');
      expect(await new TwicePayTool()['_call']()).toBe('paid twice');
    });
  });
}

function modelsAreRefused(): void {
  test.each(Object.entries(ways))('%s of a model is refused in a graph', async (_way, make) => {
    const [model, ask] = make();
    const graph = withHooks(graphOf(ask), listening());
    await expect(graph.invoke({ messages })).rejects.toThrow('[model_unhooked]');
    const flow = withHooks(entrypoint('flow', ask as never), listening());
    await expect(flow.invoke({ messages })).rejects.toThrow('[model_unhooked]');
    expect(model.asked).toBe(0);
  });

  test.each(Object.entries(ways))(
    '%s of a model is refused in an agent that has to be enforced',
    async (_way, make) => {
      const [model, ask] = make();
      const beforeModel = async (): Promise<void> => void (await ask());
      const middleware = [createMiddleware({ name: 'asks', beforeModel })];
      const params = { model: new PlainModel('Done.'), tools: [], middleware };
      const agent = withHooks(createAgent, listening(), { require: 'enforced' })(params);
      await expect(agent.invoke({ messages })).rejects.toThrow('[model_unhooked]');
      expect(model.asked).toBe(0);
      await withHooks(createAgent, listening())(params).invoke({ messages });
      expect(model.asked).toBe(1);
    },
  );

  test('a model with hooks of others is refused, with hooks that extend them it passes', async () => {
    const [hooks, others] = [listening(), listening()];
    const ask = (with_: Hooks): Promise<unknown> => {
      const model = withHooks(new PlainModel('Hello.'), with_);
      const graph = graphOf(() => model.invoke('Go.'));
      return withHooks(graph, hooks).invoke({ messages });
    };
    await expect(ask(others)).rejects.toThrow('[model_unhooked]');
    await expect(ask(hooks.extend())).resolves.toBeDefined();
  });
}

function modelsBelowPass(): void {
  test('a hooked model may ask others, whole and in pieces', async () => {
    const seen: string[] = [];
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => void seen.push(JSON.stringify(response)));
    const model = withHooks(new PiecesModel(new PiecesModel()), hooks);
    const streamed = async (): Promise<string> => {
      let text = '';
      for await (const chunk of await model.stream('Go.')) text += chunk.text;
      return text;
    };
    const graph = graphOf(async () => `${(await model.invoke('Go.')).text} ${await streamed()}`);
    const { messages: said } = await withHooks(graph, hooks).invoke({ messages });
    expect(said.at(-1)?.text).toBe('Hello. HelHello.');
    expect(seen).toHaveLength(2);
  });

  test('what a tool asks is none of the model that asked for the tool', async () => {
    const [model, ask] = ways['_generate']!();
    const pay = Object.assign(new PayTool(), { _call: async () => String(await ask()) });
    class Acting extends PiecesModel {
      override async _generate(): Promise<ChatResult> {
        await pay.invoke({});
        return super['_generate']();
      }
    }
    const hooks = listening();
    const acting = withHooks(new Acting(), hooks);
    const graph = graphOf(() => acting.invoke('Go.'));
    const run = withHooks(graph, hooks).invoke({ messages });
    await expect(run).rejects.toThrow('[model_unhooked]');
    expect(model.asked).toBe(0);
  });
}

type Paid = string[];

function hookedToolsAreGated(): void {
  test('_call of a tool that was hooked by itself passes its gate', async () => {
    const [hooks, asked, paid] = [createHooks(), [] as string[], [] as Paid];
    hooks.addHook('preToolCall', ({ call: { name } }) => void asked.push(name));
    const pay = withHooks(new TwicePayTool(paid), hooks);
    expect(await pay['_call']()).toBe('paid twice');
    hooks.addHook('preToolCall', () => deny('no'), { name: 'guard' });
    await expect(pay['_call']()).rejects.toThrow('Blocked by guard');
    expect([asked, paid]).toEqual([['pay', 'pay'], ['paid']]);
  });
}

function toolsAreGated(): void {
  test.each([
    ['', (paid: Paid) => new PayTool(paid)],
    ['that calls its super class', (paid: Paid) => new TwicePayTool(paid)],
    [
      'that is frozen',
      (paid: Paid): PayTool => Object.freeze(new TwicePayTool(paid)) as TwicePayTool,
    ],
  ])('_call of a tool %s passes its gate once', async (_what, make) => {
    const hooks = createHooks();
    const [asked, paid] = [[] as string[], [] as Paid];
    const call = (pay: PayTool): Promise<unknown> => {
      const graph = graphOf(() => pay['_call']().catch(String));
      return withHooks(graph, hooks).invoke({ messages });
    };
    hooks.addHook('preToolCall', ({ call: { name } }) => void asked.push(name));
    const pay = make(paid);
    await call(pay);
    expect([asked, paid]).toEqual([['pay'], ['paid']]);
    hooks.addHook('preToolCall', () => deny('no'), { name: 'guard' });
    await call(pay);
    expect(JSON.stringify(await call(make(paid)))).toContain('Blocked by guard');
    expect(paid).toEqual(['paid']);
  });
}
