import { createHooks } from '@interpose/core';
import { Document } from '@langchain/core/documents';
import { BaseRetriever } from '@langchain/core/retrievers';
import { InMemoryStore } from '@langchain/langgraph';
import { expect, test } from 'vitest';

import { withHooks } from '../index.ts';

const found = [new Document({ pageContent: 'seen', metadata: { page: 1 } })];

class Index extends BaseRetriever {
  lc_namespace = ['test'];

  override async _getRelevantDocuments(): Promise<Document[]> {
    return found;
  }
}

test('a document that the app changes while hooks decide is handed out as hooks saw it', async () => {
  const hooks = createHooks();
  const retriever = withHooks(new Index(), hooks);
  hooks.addHook('onKnowledgeRetrieved', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
  expect((await retriever.invoke('q'))[0]).toBe(found[0]);
  hooks.addHook('onKnowledgeRetrieved', async () => {
    found[0]!.pageContent = 'changed';
    found[0]!.metadata = { page: 2 };
  });
  expect(await retriever.invoke('q')).toMatchObject([
    { pageContent: 'seen', metadata: { page: 1 } },
  ]);
});

test('a value that the app changes while hooks decide is stored as hooks saw it', async () => {
  const hooks = createHooks();
  const own = new InMemoryStore();
  const store = withHooks(own, hooks);
  const value = { text: 'seen', tags: ['a'] };
  const stored = async (): Promise<unknown> => (await own.get(['notes'], 'one'))?.value;
  hooks.addHook('preMemoryStore', async () => {
    await Promise.resolve();
  });
  await store.put(['notes'], 'one', value);
  expect(await stored()).toBe(value);
  hooks.addHook('preMemoryStore', async () => {
    value.text = 'changed';
    value.tags.push('b');
  });
  await store.put(['notes'], 'one', value);
  expect(await stored()).toEqual({ text: 'seen', tags: ['a'] });
});
