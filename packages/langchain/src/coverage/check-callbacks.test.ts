import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { LangChainTracer } from '@langchain/core/tracers/tracer_langchain';
import { RunnableLambda } from '@langchain/core/runnables';
import { createHooks } from '@interpose/core';
import { createAgent, tool } from 'langchain';
import { describe, expect, test } from 'vitest';

import { PiecesModel } from '../../test/inner-parts.ts';
import { PlainModel } from '../../test/plain-model.ts';
import { calls, says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

async function readAll(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const enforced = { require: 'enforced' } as const;
const refused = /^\[not_enforced\].*callbacks and tracers preRequest/;
const asked = { messages: ['Go.'] };

/** Counts the reports that it gets. */
class Listener extends BaseCallbackHandler {
  override name = 'listener';
  told = 0;
  override handleChatModelStart = (): void => void (this.told += 1);
  override handleChainStart = (): void => void (this.told += 1);
}

const agentOf = (options: object) =>
  withHooks(createAgent, createHooks(), options)({ model: new PlainModel('Hi.'), tools: [] });
const modelOf = (options: object) => withHooks(new PiecesModel(), createHooks(), options);

type Way = (callbacks: Listener[], options: object) => unknown;

const WAYS: Readonly<Record<string, Way>> = {
  'a call of an agent': (callbacks, options) => agentOf(options).invoke(asked, { callbacks }),
  'a stream of an agent': (callbacks, options) => agentOf(options).stream(asked, { callbacks }),
  'the configuration of a hooked agent': (callbacks, options) =>
    agentOf(options).withConfig({ callbacks }).invoke(asked),
  'the configuration of an agent': (callbacks, options) => {
    const agent = createAgent({ model: new PlainModel('Hi.'), tools: [] });
    return withHooks(agent.withConfig({ callbacks }), createHooks(), options).invoke(asked);
  },
  'a model that is made': (callbacks, options) => {
    const model = Object.assign(new PiecesModel(), { callbacks });
    return withHooks(model, createHooks(), options).invoke('Go.');
  },
  'a model of an agent': (callbacks, options) => {
    const model = Object.assign(new PlainModel('Hi.'), { callbacks });
    return withHooks(createAgent, createHooks(), options)({ model, tools: [] }).invoke(asked);
  },
  'a call of a model': (callbacks, options) => modelOf(options).invoke('Go.', { callbacks }),
  'a stream of a model': async (callbacks, options) =>
    readAll(await modelOf(options).stream('Go.', { callbacks })),
  'a batch of a model': (callbacks, options) => modelOf(options).batch(['Go.'], { callbacks }),
  'the configuration of a hooked model': (callbacks, options) =>
    modelOf(options).withConfig({ callbacks }).invoke('Go.'),
};

describe.each(Object.entries(WAYS))('callbacks that an app gives to %s', (_, run) => {
  test('are refused under require before they are told anything', async () => {
    const listener = new Listener();
    await expect((async () => run([listener], enforced))()).rejects.toThrow(refused);
    expect(listener.told).toBe(0);
  });

  test('are told as ever without', async () => {
    const listener = new Listener();
    await run([listener], {});
    expect(listener.told).toBeGreaterThan(0);
  });
});

test.each(['StreamMessagesHandler', 'StreamToolsHandler', 'interpose'])(
  'a handler of an app that is called %s is refused as any other',
  async (name) => {
    const callbacks = [Object.assign(new Listener(), { name })];
    await expect(agentOf(enforced).invoke(asked, { callbacks })).rejects.toThrow(refused);
    await expect(modelOf(enforced).invoke('Go.', { callbacks })).rejects.toThrow(refused);
    expect(callbacks[0]!.told).toBe(0);
  },
);

test('a chain around a hooked model hands on callbacks, which the model refuses', async () => {
  const chain = RunnableLambda.from((text: string) => text).pipe(modelOf(enforced));
  await expect(chain.invoke('Go.', { callbacks: [new Listener()] })).rejects.toThrow(refused);
  expect((await chain.invoke('Go.')).text).toBe('Hello.');
});

describe('what LangChain itself listens with is not refused', () => {
  const WITHIN: Readonly<
    Record<string, (agent: ReturnType<typeof agentOf>) => Promise<readonly unknown[]>>
  > = {
    'stream of messages': async (agent) =>
      readAll(await agent.stream(asked, { streamMode: ['messages', 'updates', 'tools'] })),
    'stream of events, version 2': (agent) => readAll(agent.streamEvents(asked, { version: 'v2' })),
    'stream of events, version 3': async (agent) =>
      readAll((await agent.streamEvents(asked, { version: 'v3' })).messages),
  };

  test.each(Object.entries(WITHIN))('in a %s of an agent whose tool asks one', async (_, read) => {
    const hooks = createHooks();
    const { model } = await scriptedChatModel([calls(['ask']), says('Hi.'), says('Done.')]);
    const inner = withHooks(createAgent, hooks, enforced)({ model, tools: [] });
    const act = async (_args: object, config: object) =>
      (await inner.invoke(asked, config)) && 'asked';
    const tools = [tool(act, { name: 'ask', description: 'Asks.', schema: {} })];
    const agent = withHooks(createAgent, hooks, enforced)({ model, tools });
    expect((await read(agent as never)).length).toBeGreaterThan(0);
  });

  test('in events of a chain around a hooked model, and as the tracer of LangSmith', async () => {
    const chain = RunnableLambda.from((text: string) => text).pipe(modelOf(enforced));
    const events = await readAll(chain.streamEvents('Go.', { version: 'v2' }));
    expect(events.length).toBeGreaterThan(0);
    const tracer = new LangChainTracer({
      client: { createRun: () => {}, updateRun: () => {} } as never,
    });
    expect((await modelOf(enforced).invoke('Go.', { callbacks: [tracer] })).text).toBe('Hello.');
  });
});
