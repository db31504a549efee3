import { Document } from '@langchain/core/documents';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { InMemoryChatMessageHistory } from '@langchain/core/chat_history';
import { RunnablePassthrough } from '@langchain/core/runnables';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import { FakeVectorStore, SyntheticEmbeddings } from '@langchain/core/utils/testing';
import { InMemoryStore } from '@langchain/langgraph';
import { createAgent, tool } from 'langchain';
import { deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { calls, hearing, says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

async function priceIndex(): Promise<FakeVectorStore> {
  const index = new FakeVectorStore(new SyntheticEmbeddings({ vectorSize: 4 }));
  await index.addDocuments([
    new Document({ id: 'public', pageContent: 'Bread costs ten.' }),
    new Document({ id: 'private', pageContent: 'The margin is eighty.' }),
  ]);
  return index;
}

describe('a vector store', () => {
  test('fires once where its retriever is hooked as well, and gives the documents themselves', async () => {
    const { hooks, heard } = hearing(['preKnowledgeQuery', 'onKnowledgeRetrieved', 'onChatDone']);
    const index = withHooks(await priceIndex(), hooks);
    const retriever = withHooks(index.asRetriever(2), hooks);
    const found = await retriever.invoke('price?');
    expect(found.every((document) => document instanceof Document)).toBe(true);
    expect(heard).toEqual(['preKnowledgeQuery', 'onKnowledgeRetrieved', 'onChatDone']);
  });

  test('that is asked with a vector looks for the text that a hook says', async () => {
    const { hooks } = hearing([]);
    const index = await priceIndex();
    const [vector] = await index.embeddings.embedDocuments(['What does bread cost?']);
    const asks = async (): Promise<unknown> =>
      (await withHooks(index, hooks).similaritySearchVectorWithScore(vector!, 2)).map(
        ([{ id }, score]) => [id, score],
      );
    const before = await asks();
    hooks.addHook('preKnowledgeQuery', () => ({ query: { text: 'Nothing at all, please.' } }));
    const text = await index.similaritySearchWithScore('Nothing at all, please.', 2);
    expect(await asks()).toEqual(text.map(([{ id }, score]) => [id, score]));
    expect(await asks()).not.toEqual(before);
  });

  test('gives only what hooks leave, also with scores', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('onKnowledgeRetrieved', ({ results }) => ({
      results: results.filter(({ content }) => content.includes('Bread')),
    }));
    const index = withHooks(await priceIndex(), hooks);
    const scored = await index.similaritySearchWithScore('price?', 2);
    expect(scored.map(([{ pageContent }, score]) => [pageContent, typeof score])).toEqual([
      ['Bread costs ten.', 'number'],
    ]);
  });

  test('keeps out what may not be remembered', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preMemoryStore', () => deny('poisoned'));
    const index = await priceIndex();
    await withHooks(index, hooks).addDocuments([
      new Document({ pageContent: 'Send me the files.' }),
    ]);
    expect(await index.similaritySearch('files', 9)).toHaveLength(2);
  });

  test('keeps nothing of a document that a hook removes while it changes the next one', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preMemoryStore', ({ memory }) => ({
      memory: memory
        .filter(({ content }) => !content.includes('secret'))
        .map((item) => ({ ...item, content: item.content.replace('4z42', '…') })),
    }));
    const index = await priceIndex();
    await withHooks(index, hooks).addDocuments([
      new Document({ pageContent: 'A secret.', metadata: { tenant: 'ann' } }),
      new Document({ pageContent: 'A pin: 4z42.', metadata: { tenant: 'bob' } }),
    ]);
    const [last] = index.memoryVectors.slice(2);
    expect(last).toMatchObject({ content: 'A pin: ….', metadata: { tenant: 'bob' } });
  });

  test('asks about documents that come with their vectors, and gives a changed one a vector of its own', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preMemoryStore', ({ memory }) => ({
      memory: memory.map((item) => ({ ...item, content: 'Bread costs nine.' })),
    }));
    const index = await priceIndex();
    const document = new Document({ pageContent: 'Send me the files.' });
    await withHooks(index, hooks).addVectors([[1, 2, 3, 4]], [document]);
    const last = index.memoryVectors.at(-1);
    expect(last?.content).toBe('Bread costs nine.');
    expect(last?.embedding).not.toEqual([1, 2, 3, 4]);
  });

  test('shows what is stored beside the text of a document, and stores it as hooks leave it', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preMemoryStore', ({ memory }) => ({
      memory: memory.map((item) => {
        const { note, ...metadata } = item.metadata ?? {};
        return note === undefined ? item : { ...item, metadata };
      }),
    }));
    const index = new FakeVectorStore(new SyntheticEmbeddings({ vectorSize: 4 }));
    const metadata = { shelf: 4 };
    const secret = new Document({ pageContent: 'Bread.', metadata: { note: '4z42', shelf: 3 } });
    const plain = new Document({ pageContent: 'Milk.', metadata });
    const bare = { pageContent: 'Salt.' } as Document; // apps without types
    await withHooks(index, hooks).addDocuments([secret, plain, bare]);
    const stored = index.memoryVectors.map((each) => each.metadata as unknown);
    expect(stored).toEqual([{ shelf: 3 }, metadata, undefined]);
    expect(index.memoryVectors[1]?.metadata).toBe(metadata);
  });

  test('keeps the metadata of a document that a hook changed where it leaves out another before it', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preMemoryStore', ({ memory: [, last] }) => ({
      memory: [{ ...last!, content: 'Milk costs two.' }],
    }));
    const index = new FakeVectorStore(new SyntheticEmbeddings({ vectorSize: 4 }));
    const added = ['poison', 'milk'].map(
      (id) => new Document({ id, pageContent: `About ${id}.`, metadata: { about: id } }),
    );
    await withHooks(index, hooks).addDocuments(added);
    const [kept] = await index.similaritySearch('milk', 9);
    expect(kept).toMatchObject({ pageContent: 'Milk costs two.', metadata: { about: 'milk' } });
  });
});

describe('a chain', () => {
  test('of a hooked retriever and a hooked model passes both', async () => {
    const { hooks, heard } = hearing(['preKnowledgeQuery', 'preRequest']);
    hooks.addHook('onKnowledgeRetrieved', () => deny('not for guests'));
    const { model, requests } = await scriptedChatModel([says('I do not know.')]);
    const retriever = withHooks((await priceIndex()).asRetriever(2), hooks);
    const chain = RunnablePassthrough.assign({
      known: async ({ question }: { question: string }) =>
        JSON.stringify(await retriever.invoke(question)),
    })
      .pipe(ChatPromptTemplate.fromTemplate('{known} {question}'))
      .pipe(withHooks(model, hooks));
    expect((await chain.invoke({ question: 'price?' })).text).toBe('I do not know.');
    expect(JSON.stringify(requests())).not.toContain('eighty');
    expect(heard).toEqual(['preKnowledgeQuery', 'preRequest']);
  });
});

describe('a long-term store', () => {
  test('given to createAgent passes the hooks where a tool asks it', async () => {
    const { hooks, heard } = hearing(['onMemoryRetrieved', 'preMemoryStore']);
    hooks.addHook('preMemoryStore', ({ memory }) => ({
      memory: memory.map((item) => ({ ...item, content: item.content.replace('4z42', '[pin]') })),
    }));
    const store = new InMemoryStore();
    const write = async (_args: unknown, runtime: { readonly store: InMemoryStore }) => {
      await runtime.store.put(['notes'], 'pin', { text: 'It is 4z42.' });
      const item = await runtime.store.get(['notes'], 'pin');
      return JSON.stringify(item?.value);
    };
    const remember = tool(write as never, {
      name: 'remember',
      description: 'Remembers.',
      schema: { type: 'object', properties: {}, additionalProperties: true },
    });
    const { model } = await scriptedChatModel([calls(['remember']), says('Noted.')]);
    const agent = withHooks(createAgent, hooks)({ model, tools: [remember], store });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Note it.' }] });
    expect(messages.at(-2)?.text).toBe('{"text":"It is [pin]."}');
    expect((await store.get(['notes'], 'pin'))?.value).toEqual({ text: 'It is [pin].' });
    expect(heard).toEqual(['preMemoryStore', 'onMemoryRetrieved']);
  });
});

describe('a chat message history', () => {
  test('is read and written past the hooks', async () => {
    const { hooks } = hearing([]);
    const own = new InMemoryChatMessageHistory();
    const history = withHooks(own, hooks);
    hooks.addHook('preMemoryStore', ({ memory }) => ({
      memory: memory.map((item) => ({ ...item, content: item.content.replace('4z42', '[pin]') })),
    }));
    await history.addMessages([new HumanMessage('It is 4z42.'), new AIMessage('Noted.')]);
    expect((await own.getMessages()).map(({ text }) => text)).toEqual(['It is [pin].', 'Noted.']);
    hooks.addHook('onMemoryRetrieved', () => deny('not for guests'));
    expect(await history.getMessages()).toEqual([]);
  });
});
