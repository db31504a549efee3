import { LLM } from '@langchain/core/language_models/llms';
import { HumanMessage } from '@langchain/core/messages';
import { RunnableLambda, RunnableMap, RunnableSequence } from '@langchain/core/runnables';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { RemoteGraph } from '@langchain/langgraph/remote';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { createSupervisor } from '@langchain/langgraph-supervisor';
import { createHooks, deny } from '@interpose/core';
import { createAgent, tool } from 'langchain';
import { describe, expect, test } from 'vitest';

import { PiecesModel } from '../../test/inner-parts.ts';
import { callOf, PlainModel } from '../../test/plain-model.ts';
import { hearing } from '../../test/scripted-agent.ts';
import { hooksMiddleware, withHooks } from '../index.ts';

const question = { messages: [new HumanMessage('Go.')] };

function guard(options: Parameters<typeof createHooks>[0] = {}) {
  const hooks = createHooks(options);
  hooks.addHook('preRequest', () => deny('no'), { name: 'guard' });
  return hooks;
}

class BrokenModel extends PlainModel {
  override _generate(): never {
    throw new Error('down');
  }
}

/** A model that takes and returns texts and has a name, as a tool has one. */
class TextModel extends LLM {
  override name = 'texts';

  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'texts';
  }

  override async _call(): Promise<string> {
    return 'Unseen.';
  }
}

describe('a class is hooked as a factory is', () => {
  test('an agent that is made by new passes the hooks', async () => {
    const Agent = createAgent({ model: new PlainModel('x'), tools: [] }).constructor;
    const model = new PlainModel('Unseen.');
    // LangChain does not export the class of agents, so no type describes the object that it makes.
    const Hooked = withHooks(Agent as never, guard()) as unknown as new (params: object) => {
      invoke(input: object): Promise<{ messages: readonly { text: string }[] }>;
    };
    const agent = new Hooked({ model, tools: [] });
    expect((await agent.invoke(question)).messages.at(-1)?.text).toBe('Blocked by policy.');
    expect([model.asked, agent instanceof Agent]).toEqual([0, true]);
  });

  test('a class that makes neither an agent nor a graph does not pass for hooked', () => {
    const Model = withHooks(PlainModel as never, guard()) as typeof PlainModel;
    expect(() => new Model('Unseen.')).toThrow('[target_unknown]');
  });
});

describe('what only looks like a target does not pass for one', () => {
  test('a chain that has a name', () => {
    const chain = RunnableSequence.from([RunnableLambda.from((x) => x), new PlainModel('x')]);
    chain.name = 'desk';
    expect(() => withHooks(chain, guard())).toThrow('[target_unknown]');
  });

  test('a model of texts', () => {
    expect(() => withHooks(new TextModel(), guard())).toThrow('[target_unknown]');
    const make = withHooks(createReactAgent, guard());
    expect(() => make({ llm: new TextModel() as never, tools: [] })).toThrow('[model_unresolved]');
  });
});

describe('what is turned to when the first fails passes the hooks as well', () => {
  test('a chain behind a graph', async () => {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('act', () => Promise.reject(new Error('down')))
      .addEdge('__start__', 'act')
      .compile();
    const chain = RunnableLambda.from(() => 'Hi.').pipe(new PlainModel('Unseen.'));
    const fallen = withHooks(graph, guard()).withFallbacks([chain as never]);
    expect((await fallen.invoke(question)) as unknown).toMatchObject({
      text: 'Blocked by policy.',
    });
  });

  test('every model of a chain behind a model, also in a map', async () => {
    const { hooks, heard } = hearing(['onResponse']);
    const map = RunnableMap.from({ draft: new PlainModel('A draft.') });
    const text = RunnableLambda.from(({ draft }: { draft: { text: string } }) => draft.text);
    const chain = RunnableSequence.from([map, text, new PlainModel('Done.')] as never);
    const fallen = withHooks(new BrokenModel('x'), hooks).withFallbacks([chain as never]);
    expect((await fallen.invoke('Hi.')).text).toBe('Done.');
    expect(heard).toEqual(['onResponse', 'onResponse']);
  });

  test('and is refused where no model can be seen in it and all has to be enforced', () => {
    const agent = withHooks(createAgent, guard(), { require: 'enforced' })({
      model: new PlainModel('x'),
      tools: [],
    });
    const opaque = RunnableLambda.from(() => 'Unseen.');
    expect(() => agent.graph.withFallbacks([opaque as never])).toThrow('[not_enforced]');
  });
});

test('a generator of the own class of a hooked model asks the hooked one', async () => {
  class Desk extends PiecesModel {
    async *tell(): AsyncGenerator<string> {
      for await (const chunk of await this.stream('Hi.')) yield chunk.text;
    }
  }
  const told: string[] = [];
  const desk = withHooks(new Desk(), guard());
  for await (const text of desk.tell()) told.push(text);
  expect(told.join('')).toBe('Blocked by policy.');
});

test('a model of texts of another copy of LangChain is refused in a graph', async () => {
  const { textModels } = await import('../../test/floor/modules.ts');
  class Other extends textModels.LLM {
    override _llmType(): string {
      return 'texts';
    }

    override async _call(): Promise<string> {
      return 'Unseen.';
    }
  }
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('act', async () => ({ messages: [await new Other({}).invoke('Hi.')] }))
    .addEdge('__start__', 'act')
    .compile();
  await expect(withHooks(graph, guard()).invoke(question)).rejects.toThrow('[model_unhooked]');
});

describe("require: 'enforced'", () => {
  const unseen = new PlainModel('Unseen.');
  const asks = tool(async () => (await unseen.invoke('Hi.')).text, {
    name: 'asks',
    description: 'Asks a model of its own.',
    schema: { type: 'object', properties: {} },
  });

  test('refuses a model that a hooked tool keeps, also where the tool is used by itself', async () => {
    const { hooks } = hearing(['preRequest']);
    const hooked = withHooks(asks, hooks, { require: 'enforced' });
    await expect(hooked.invoke({})).rejects.toThrow('[model_unhooked]');
    const middleware = [hooksMiddleware(hooks, { require: 'enforced' })];
    const model = new PlainModel(callOf('asks'), 'Done.');
    await createAgent({ model, tools: [asks], middleware })
      .invoke(question)
      .catch(String);
    expect(unseen.asked).toBe(0);
  });

  test('refuses an agent on another machine among the agents of a supervisor', () => {
    const remote = new RemoteGraph({ graphId: 'desk', url: 'http://127.0.0.1:9' });
    const make = withHooks(createSupervisor, guard(), { require: 'enforced' });
    expect(() => make({ agents: [remote as never], llm: new PlainModel('x') })).toThrow(
      'remote graph preRequest unmediated',
    );
  });
});
