import { canaries, type Probe } from '@interpose/testing/probes';
import { Command } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { createMiddleware } from 'langchain';
import { ConfigurableModel } from 'langchain/chat_models/universal';

import { agentOf, loop } from './agent-probes.ts';
import type { StreamingCanaryModel } from './canary-model.ts';
import { CountingHistory, CountingModel, CountingStore, CountingTool } from './counting-parts.ts';
import { drain, kitProbe, type Kit } from './probe-kit.ts';

const ask = loop.slice(0, 4);
/** Targets as apps make them that think of no hooks: frozen, with private fields, wrapped again, swapped later. */
export function hostileProbes(): readonly Probe[] {
  return [...toolProbes(), ...modelProbes(), ...partProbes()];
}

const results: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  'a number': () => 5,
  'an error': () => new Error(canaries.toolResult),
  'a circle': () => {
    const circle: Record<string, unknown> = { text: canaries.toolResult };
    return Object.assign(circle, { circle });
  },
  'a command': () => new Command({ update: { messages: [] } }),
};

function resultProbe(name: string, make: () => unknown): Probe {
  return kitProbe(`tool that returns ${name}`, loop, (kit) => {
    const act = (args: unknown): unknown => {
      kit.run.toolRan('refund', args);
      return make();
    };
    const tools = [Object.assign(kit.refund, { func: act })];
    return agentOf(kit, { tools }).invoke(kit.question);
  });
}

function toolProbes(): readonly Probe[] {
  return [
    kitProbe('frozen tool', loop, (kit) =>
      agentOf(kit, { tools: [Object.freeze(kit.refund)] }).invoke(kit.question),
    ),
    kitProbe('tool with private fields', loop, async (kit) => {
      const tool = new CountingTool(kit.run);
      const result = await agentOf(kit, { tools: [tool] }).invoke(kit.question);
      return { result, count: tool.count };
    }),
    kitProbe(
      'tool with private fields, by itself',
      ['preToolCall', 'onToolCallResult'],
      async (kit) => {
        kit.run.requested();
        const tool = kit.hook(new CountingTool(kit.run));
        const paid = await tool.pay(5).catch(String);
        return { paid, count: tool.count };
      },
    ),
    ...Object.entries(results).map(([name, make]) => resultProbe(name, make)),
    kitProbe('tool that a middleware brings', loop, (kit) =>
      agentOf(kit, {
        tools: [],
        middleware: [createMiddleware({ name: 'Brings', tools: [kit.refund] })],
      }).invoke(kit.question),
    ),
  ];
}

const modelProbe = (name: string, app: (kit: Kit) => unknown): Probe =>
  kitProbe(name, ask, app, 'text');

function modelProbes(): readonly Probe[] {
  return [
    modelProbe('model with private fields', async ({ hook, run }) => {
      const model = hook(new CountingModel(run, 'text'));
      return { said: await model.say('Pay me.'), count: model.count };
    }),
    modelProbe('frozen model', ({ hook, model }) => hook(Object.freeze(model)).invoke('Pay me.')),
    modelProbe('model hooked twice', ({ hook, model }) => hook(hook(model)).invoke('Pay me.')),
    modelProbe('configurable model', ({ hook, model }) =>
      hook(chosen(model)).invoke('Pay me.', { configurable: { model: 'canary' } }),
    ),
    modelProbe('configurable model, streamed', ({ hook, model }) =>
      drain(hook(chosen(model)).stream('Pay me.')),
    ),
    modelProbe('bindTools, then withConfig, withRetry and pipe', ({ hook, model, refund }) =>
      (hook(model).bindTools([refund]) as never as StreamingCanaryModel)
        .withConfig({ tags: ['a'] })
        .withRetry({ stopAfterAttempt: 1 })
        .pipe((answer: unknown) => answer)
        .invoke('Pay me.'),
    ),
    modelProbe('model chosen by a function', ({ hook, model, question }) =>
      hook(createReactAgent)({ llm: () => model, tools: [] } as never).invoke(question),
    ),
  ];
}

/** A model that another one answers for, as `initChatModel` makes them; versions name the method otherwise. */
function chosen(model: StreamingCanaryModel): ConfigurableModel {
  const choose = async (): Promise<unknown> => model;
  return Object.assign(new ConfigurableModel({}), { _getModelInstance: choose, _model: choose });
}

function partProbes(): readonly Probe[] {
  return [
    kitProbe('store with private fields', ['preMemoryStore'], async ({ hook, run }) => {
      run.requested();
      const store = new CountingStore();
      const hooked = hook(store);
      await hooked.remember(canaries.remembered);
      const found = await store.search(['notes']);
      return { found: found.map(({ value }) => value), count: hooked.count };
    }),
    kitProbe('history with private fields', ['preMemoryStore'], async ({ hook, run }) => {
      run.requested();
      const history = new CountingHistory();
      const hooked = hook(history);
      await hooked.remember(canaries.remembered);
      const messages = await history.getMessages();
      return { found: messages.map(({ content }) => content), count: hooked.count };
    }),
    ...['same ids', 'empty ids'].map((script) =>
      kitProbe(
        `calls with ${script}`,
        loop,
        (kit) => agentOf(kit).invoke(kit.question),
        script as 'same ids',
      ),
    ),
    kitProbe('agent hooked twice', loop, ({ hook, ...kit }) =>
      hook(hook(agentOf({ ...kit, hook }))).invoke(kit.question),
    ),
  ];
}
