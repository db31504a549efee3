import { Document } from '@langchain/core/documents';
import { BaseRetriever } from '@langchain/core/retrievers';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';

import { PlainModel } from '../../test/plain-model.ts';
import { withHooks } from '../index.ts';

/** A retriever that asks a model, as some do for more questions or to shorten the documents that they found. */
class AskingRetriever extends BaseRetriever {
  lc_namespace = ['test'];
  readonly llm: PlainModel;

  constructor(llm: PlainModel) {
    super({});
    this.llm = llm;
  }

  override async _getRelevantDocuments(query: string): Promise<Document[]> {
    const { text } = await this.llm.invoke(query);
    return [new Document({ pageContent: text })];
  }
}

type Asking = AskingRetriever;

function inGraph(retriever: Asking, hooks: ReturnType<typeof createHooks>): Promise<unknown> {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('find', async () => ({ messages: [JSON.stringify(await retriever.invoke('mugs'))] }))
    .addEdge('__start__', 'find')
    .compile();
  return withHooks(graph, hooks).invoke({ messages: ['Go.'] });
}

test.each<[string, (retriever: Asking, hooks: ReturnType<typeof createHooks>) => Promise<unknown>]>(
  [
    ['by itself', (retriever) => retriever.invoke('mugs')],
    ['in a graph', inGraph],
    ['where the retriever hands it out', (retriever) => retriever.llm.invoke('mugs')],
  ],
)('the model that a hooked retriever keeps is asked through the hooks %s', async (_way, ask) => {
  const hooks = createHooks();
  const asked: string[] = [];
  hooks.addHook('preRequest', ({ request }) => void asked.push(String(request.model)));
  const model = new PlainModel('mugs and cups');
  const retriever = withHooks(new AskingRetriever(model), hooks, { require: 'enforced' });
  await ask(retriever, hooks);
  expect([asked.length, model.asked]).toEqual([1, 1]);
  hooks.addHook('preRequest', () => deny('no'));
  await ask(retriever, hooks);
  expect([asked.length, model.asked]).toEqual([2, 1]);
});

test('the model of a retriever that is not hooked is refused in a hooked graph', async () => {
  const hooks = createHooks();
  hooks.addHook('preRequest', () => undefined);
  const model = new PlainModel('mugs and cups');
  await expect(inGraph(new AskingRetriever(model), hooks)).rejects.toThrow('[model_unhooked]');
  expect(model.asked).toBe(0);
});
