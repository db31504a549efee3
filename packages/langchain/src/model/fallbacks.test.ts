import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { BaseRetriever } from '@langchain/core/retrievers';
import {
  RunnableBranch,
  RunnableLambda,
  RunnableMap,
  type Runnable,
} from '@langchain/core/runnables';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { createHooks, deny, mapText } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { PlainModel } from '../../test/plain-model.ts';
import { hearing, judging } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

class BrokenModel extends PlainModel {
  override _generate(): never {
    throw new Error('down');
  }
}

class Found extends BaseRetriever {
  lc_namespace: string[] = [];
  override async _getRelevantDocuments(): Promise<never[]> {
    return [];
  }
}

describe('what a hooked model falls back to', () => {
  test.each([
    ['a model', () => new PlainModel('The code is 4z42.')],
    ['a binding', () => new PlainModel('The code is 4z42.').withConfig({ tags: ['second'] })],
    ['a chain', () => RunnableLambda.from((x) => x).pipe(new PlainModel('The code is 4z42.'))],
  ])('passes the hooks as well: %s', async (_what, second) => {
    const { hooks, heard } = hearing(['onResponse', 'onRequestError']);
    hooks.addHook('onResponse', ({ response }) => ({
      response: mapText(response, (text) => text.replace('4z42', '****')),
    }));
    const fallen = withHooks(new BrokenModel('x'), hooks).withFallbacks([second() as never]);
    const said = [await fallen.invoke('Hi.'), (await fallen.batch(['Hi.']))[0]];
    expect(said.map((each) => (each as AIMessage).text)).toEqual(
      Array.from({ length: 2 }, () => 'The code is ****.'),
    );
    expect(heard).toEqual(['onRequestError', 'onResponse', 'onRequestError', 'onResponse']);
  });

  test.each<[string, (model: BrokenModel) => Runnable]>([
    ['a binding', (model) => model.withConfig({ tags: ['first'] })],
    ['a retry', (model) => model.withRetry({ stopAfterAttempt: 1 })],
    ['a binding of a retry', (model) => model.withRetry().withConfig({ tags: ['first'] })],
    ['a chain', (model) => RunnableLambda.from((x) => x).pipe(model)],
    ['another fallback', (model) => model.withFallbacks([new BrokenModel('x')])],
    ['a map', (model) => RunnableMap.from({ said: model })],
    ['a branch', (model) => RunnableBranch.from<string>([[() => true, model], model])],
    [
      'a chain behind a retriever',
      (model) =>
        withHooks(new Found(), createHooks())
          .pipe(() => 'Hi.')
          .pipe(model),
    ],
  ])('passes the hooks also where %s of the model falls back to it', async (_what, around) => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => deny('secret'));
    const first = around(withHooks(new BrokenModel('x'), hooks));
    const second = new PlainModel('The code is 4z42.');
    const said = await first.withFallbacks([second]).invoke('Hi.');
    expect((said as AIMessage).text).toBe('Blocked by policy.');
    expect(second.asked).toBe(1);
  });

  test('is refused where no model can be seen in it and all has to be enforced', async () => {
    const opaque = RunnableLambda.from(() => new PlainModel('The code is 4z42.').invoke('Hi.'));
    const model = withHooks(new BrokenModel('x'), createHooks(), { require: 'enforced' });
    expect(() => model.withFallbacks([opaque as never])).toThrow('[not_enforced]');
  });

  test('of a graph is hooked as a graph is', async () => {
    const graphOf = (node: () => unknown) =>
      new StateGraph(MessagesAnnotation)
        .addNode('act', node as never)
        .addEdge('__start__', 'act')
        .addEdge('act', '__end__')
        .compile();
    const broken = graphOf(() => {
      throw new Error('down');
    });
    const second = graphOf(async () => ({
      messages: [await new PlainModel('The code is 4z42.').invoke('Hi.')],
    }));
    const fallen = withHooks(broken, judging('preRequest')).withFallbacks([second as never]);
    await expect(fallen.invoke({ messages: [] })).rejects.toThrow('down');
  });
});

describe('what a postModelHook of createReactAgent says', () => {
  test.each([
    ['a function', (said: object) => () => said],
    ['a runnable', (said: object) => RunnableLambda.from(() => said)],
  ])('is an answer of the agent: %s', async (_what, make) => {
    const hooks = createHooks();
    hooks.addHook('onAgentResponse', () => deny('secret'), { name: 'guard' });
    const postModelHook = make({ messages: [new AIMessage('The code is 4z42.')] }) as never;
    const agent = withHooks(
      createReactAgent,
      hooks,
    )({ llm: new PlainModel('Fine.'), tools: [], postModelHook });
    const state = await agent.invoke({ messages: [new HumanMessage('Go.')] });
    expect(JSON.stringify(state)).not.toContain('4z42');
  });
});
