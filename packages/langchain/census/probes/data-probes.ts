import type { EventName } from '@interpose/core';
import { canaries, type Probe } from '@interpose/testing/probes';
import { InMemoryChatMessageHistory } from '@langchain/core/chat_history';
import { Document } from '@langchain/core/documents';
import { HumanMessage } from '@langchain/core/messages';
import { BaseRetriever } from '@langchain/core/retrievers';
import { FakeVectorStore, SyntheticEmbeddings } from '@langchain/core/utils/testing';
import { InMemoryStore, MemorySaver } from '@langchain/langgraph';

import { kitProbe, type Kit } from './probe-kit.ts';

const reads: readonly EventName[] = ['preKnowledgeQuery', 'onKnowledgeRetrieved'];
const kept = canaries.remembered;
const thread = { configurable: { thread_id: 'thread' } };

/** Retrievers, vector stores and memories, read and written in every way. */
export function dataProbes(): readonly Probe[] {
  return [...knowledgeProbes(), ...memoryProbes()];
}

function dataProbe(name: string, asks: readonly EventName[], app: (kit: Kit) => unknown): Probe {
  return kitProbe(name, asks, async (kit) => {
    kit.run.requested();
    return app(kit);
  });
}

class CanaryRetriever extends BaseRetriever {
  override lc_namespace = ['probe'];

  override async _getRelevantDocuments(): Promise<Document[]> {
    return [new Document({ pageContent: kept, metadata: { source: kept } })];
  }
}

function vectorsOf({ hook }: Kit, filled = true): FakeVectorStore {
  const store = new FakeVectorStore(new SyntheticEmbeddings({ vectorSize: 3 }));
  if (filled) store.memoryVectors.push({ content: kept, embedding: [1, 1, 1], metadata: {} });
  return hook(store);
}

function knowledgeProbes(): readonly Probe[] {
  return [
    dataProbe('retriever', reads, ({ hook, listening }) =>
      hook(new CanaryRetriever()).invoke('prices', listening),
    ),
    dataProbe('retriever.batch', reads, ({ hook }) =>
      hook(new CanaryRetriever()).batch(['prices', 'prices']),
    ),
    dataProbe('retriever.pipe', reads, ({ hook }) =>
      hook(new CanaryRetriever())
        .pipe((found: unknown) => found)
        .invoke('prices'),
    ),
    ...Object.entries(searches).map(([name, search]) =>
      // The store itself holds the documents: the app of this probe cannot reach it.
      dataProbe(`vector store: ${name}`, reads, (kit) => search(vectorsOf(kit))),
    ),
    ...Object.entries(additions).map(([name, add]) =>
      dataProbe(`vector store: ${name}`, ['preMemoryStore'], async (kit) => {
        const store = vectorsOf(kit, false);
        await add(store);
        return store.memoryVectors.map(({ content }) => content);
      }),
    ),
  ];
}

const searches: Readonly<Record<string, (store: FakeVectorStore) => Promise<unknown>>> = {
  similaritySearch: (store) => store.similaritySearch('prices', 1),
  similaritySearchWithScore: (store) => store.similaritySearchWithScore('prices', 1),
  similaritySearchVectorWithScore: (store) => store.similaritySearchVectorWithScore([1, 2, 3], 1),
  asRetriever: (store) => store.asRetriever(1).invoke('prices'),
};

const additions: Readonly<Record<string, (store: FakeVectorStore) => Promise<unknown>>> = {
  addDocuments: (store) => store.addDocuments([new Document({ pageContent: kept })]),
  addVectors: (store) => store.addVectors([[1, 2, 3]], [new Document({ pageContent: kept })]),
};

function memoryProbes(): readonly Probe[] {
  return [...storeProbes(), ...historyProbes(), ...checkpointProbes()];
}

const place = ['notes'];
const item = { content: kept };

function storeProbes(): readonly Probe[] {
  return [
    readingProbe('get', (store) => store.get(place, 'note')),
    readingProbe('search', (store) => store.search(place)),
    readingProbe('batch', (store) => store.batch([{ namespace: place, key: 'note' }])),
    writingProbe('put', (store) => store.put(place, 'note', item)),
    writingProbe('batch of puts', (store) =>
      store.batch([{ namespace: place, key: 'note', value: item }]),
    ),
  ];
}

type StoreUse = (store: InMemoryStore) => Promise<unknown>;

function readingProbe(name: string, read: StoreUse): Probe {
  return dataProbe(`BaseStore: ${name}`, ['onMemoryRetrieved'], async ({ hook }) => {
    const store = new InMemoryStore();
    await store.put(place, 'note', item);
    return timeless(await read(hook(store)));
  });
}

function writingProbe(name: string, write: StoreUse): Probe {
  return dataProbe(`BaseStore: ${name}`, ['preMemoryStore'], async ({ hook }) => {
    const store = new InMemoryStore();
    await write(hook(store));
    return timeless(await store.search(place));
  });
}

/** Items without their times. */
function timeless(found: unknown): unknown {
  if (Array.isArray(found)) return found.map(timeless);
  if (typeof found !== 'object' || found === null) return found;
  const { createdAt: _created, updatedAt: _updated, ...rest } = found as Record<string, unknown>;
  return rest;
}

function historyProbes(): readonly Probe[] {
  const message = new HumanMessage({ content: kept, id: 'kept' });
  const writing = (
    name: string,
    write: (history: InMemoryChatMessageHistory) => Promise<void>,
  ): Probe =>
    dataProbe(`chat message history: ${name}`, ['preMemoryStore'], async ({ hook }) => {
      const history = new InMemoryChatMessageHistory();
      await write(hook(history));
      return (await history.getMessages()).map(({ content }) => content);
    });
  return [
    dataProbe('chat message history: getMessages', ['onMemoryRetrieved'], ({ hook }) =>
      hook(new InMemoryChatMessageHistory([message])).getMessages(),
    ),
    writing('addMessage', (history) => history.addMessage(message)),
    writing('addMessages', (history) => history.addMessages([message, message])),
    writing('addUserMessage', (history) => history.addUserMessage(kept)),
    writing('addAIMessage', (history) => history.addAIMessage(kept)),
  ];
}

/** The messages of a checkpointer are judged inside the chats of hooked agents. */
function checkpointProbes(): readonly Probe[] {
  const said = { messages: [new HumanMessage({ content: kept, id: 'said' })] };
  return [
    kitProbe(
      'checkpointer: writes',
      ['preMemoryStore'],
      async ({ createAgent, hook, model }) => {
        const saver = new MemorySaver();
        const agent = createAgent({ model, tools: [], checkpointer: hook(saver) });
        await agent.invoke(said as never, thread);
        const kinds = Object.keys(saver.storage['thread'] ?? {}).length;
        const values = (await saver.get(thread))?.channel_values['messages'];
        return { kinds, texts: (values as HumanMessage[]).map(({ content }) => content) };
      },
      'text',
    ),
    kitProbe(
      'checkpointer: reads',
      ['onMemoryRetrieved'],
      async ({ createAgent, hook, model, sdk }) => {
        const saver = new MemorySaver();
        const plain = { model, tools: [], checkpointer: saver };
        await sdk.createAgent(plain).invoke(said as never, thread);
        const agent = createAgent({ ...plain, checkpointer: hook(saver) });
        const next = { messages: [new HumanMessage({ content: 'And now?', id: 'next' })] };
        const { messages } = await agent.invoke(next as never, thread);
        return messages.map(({ content }) => content);
      },
      'text',
    ),
  ];
}
