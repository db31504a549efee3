import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { BaseRetriever } from '@langchain/core/retrievers';
import { RunnableLambda } from '@langchain/core/runnables';
import { createHooks } from '@interpose/core';
import { createAgent, tool } from 'langchain';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { calls, says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const enforced = { require: 'enforced' } as const;
const refused = /^\[not_enforced\].*callbacks and tracers preRequest/;

/** Counts the reports that it gets. */
class Listener extends BaseCallbackHandler {
  override name = 'listener';
  told = 0;
  override handleToolStart = (): void => void (this.told += 1);
  override handleRetrieverStart = (): void => void (this.told += 1);
  override handleChainStart = (): void => void (this.told += 1);
}

class Shelf extends BaseRetriever {
  override lc_namespace: string[] = [];
  override async _getRelevantDocuments(): Promise<[]> {
    return [];
  }
}

const look = (act: () => unknown = () => 'seen') =>
  tool(async (_args: object) => (await act(), 'seen'), {
    name: 'look',
    description: 'Looks.',
    schema: z.object({}),
  });

type Look = ReturnType<typeof look>;

/** Runs an agent that calls this tool once. */
async function runWith(act: Look, options: object): Promise<unknown> {
  const { model } = await scriptedChatModel([calls(['look']), says('Done.')]);
  const agent = withHooks(createAgent, createHooks(), options)({ model, tools: [act] });
  return agent.invoke({ messages: ['Go.'] });
}

/** Makes a tool that causes LangChain to report something to the listener. */
type Way = (callbacks: Listener[]) => Look;

const chain = () => RunnableLambda.from((text: string) => text);

const WAYS: Readonly<Record<string, Way>> = {
  'the field of a tool': (callbacks) => Object.assign(look(), { callbacks }),
  'the field of a tool that another calls': (callbacks) => {
    const inner = Object.assign(look(), { callbacks });
    return look(() => inner.invoke({}));
  },
  'the configuration of a tool': (callbacks) =>
    look(() => look().withConfig({ callbacks }).invoke({})),
  'a call of a tool': (callbacks) => look(() => look().invoke({}, { callbacks })),
  'the field of a retriever': (callbacks) =>
    look(() => Object.assign(new Shelf(), { callbacks }).invoke('mugs')),
  'the field of a hooked retriever': (callbacks) => {
    const shelf = withHooks(Object.assign(new Shelf(), { callbacks }), createHooks());
    return look(() => shelf.invoke('mugs'));
  },
  'the configuration of a retriever': (callbacks) =>
    look(() => new Shelf().withConfig({ callbacks }).invoke('mugs')),
  'the configuration of a chain': (callbacks) =>
    look(() => chain().withConfig({ callbacks }).invoke('Go.')),
  'the configuration of a step of a chain': (callbacks) =>
    look(() => chain().pipe(chain().withConfig({ callbacks })).invoke('Go.')),
  'the listeners of a chain': ([listener]) =>
    look(() =>
      chain()
        .withListeners({ onStart: () => void (listener!.told += 1) })
        .invoke('Go.'),
    ),
};

describe.each(Object.entries(WAYS))('inside of a run, callbacks in %s', (_, make) => {
  test('are refused under require before they are told anything', async () => {
    const listener = new Listener();
    await expect(runWith(make([listener]), enforced)).rejects.toThrow(refused);
    expect(listener.told).toBe(0);
  });

  test('are told as ever without', async () => {
    const listener = new Listener();
    await runWith(make([listener]), {});
    expect(listener.told).toBeGreaterThan(0);
  });
});

describe('under require', () => {
  afterEach(() => void vi.unstubAllEnvs());

  test('the log of the environment is no callback of the app', async () => {
    vi.stubEnv('LANGCHAIN_VERBOSE', 'true');
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const running = runWith(
      look(() => chain().invoke('Go.')),
      enforced,
    );
    await expect(running).resolves.toBeDefined();
  });

  test('callbacks outside of every run are told', async () => {
    await runWith(look(), enforced);
    const listener = new Listener();
    await chain().invoke('Go.', { callbacks: [listener] });
    expect(listener.told).toBe(1);
  });
});
