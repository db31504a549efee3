import type { EntryClass } from '@interpose/adapter-kit';

import { harmless } from './harmless.ts';
import { unmediated } from './unmediated.ts';

const enforced = (
  path: string,
  probe: string | readonly string[],
  entries: readonly string[],
): EntryClass => ({ entries, status: 'enforced', path, probe });

const observed = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'observed',
  path,
  why,
});

const namesFor = (path: string, ...uses: readonly string[]): readonly string[] =>
  uses.map((use) => `${path}: ${use}`);

const vectorProbes = namesFor(
  'vector store',
  'similaritySearch',
  'similaritySearchWithScore',
  'similaritySearchVectorWithScore',
  'addDocuments',
  'addVectors',
);
const storeProbes = namesFor('BaseStore', 'get', 'search', 'batch', 'put', 'batch of puts');
const historyProbes = namesFor(
  'chat message history',
  'getMessages',
  'addMessage',
  'addMessages',
  'addUserMessage',
  'addAIMessage',
);

/** How far mediation holds for every entry of LangChain and LangGraph, 1.0.1 to 1.5. */
export const classes: readonly EntryClass[] = [
  enforced('agent.invoke', 'agent.invoke', ['createAgent', 'ReactAgent.invoke()']),
  enforced(
    'agent.invoke',
    ['createReactAgent', 'createReactAgent, streamed'],
    ['prebuilt: createReactAgent'],
  ),
  enforced('agent.stream', 'agent.stream', ['ReactAgent.stream()']),
  enforced(
    'agent.streamEvents',
    ['agent.streamEvents v1', 'agent.streamEvents v2', 'agent.streamEvents v3'],
    ['ReactAgent.streamEvents()'],
  ),
  enforced(
    'model.invoke',
    ['model.invoke', 'whole model'],
    ['language_models/chat_models: BaseChatModel.invoke()', 'BaseChatModel.invoke()'],
  ),
  enforced('model.invoke', 'model.generate', [
    'language_models/chat_models: BaseChatModel.generate()',
    'BaseChatModel.generate()',
  ]),
  enforced(
    'tool.invoke',
    ['tool.invoke', 'tool.invoke with arguments'],
    ['tool', 'tools: tool', 'StructuredTool.invoke()', 'tools: StructuredTool.invoke()'],
  ),
  enforced('tool.invoke', 'tool.call', ['StructuredTool.call()', 'tools: StructuredTool.call()']),
  enforced('ToolNode', ['ToolNode', 'ToolNode, given calls'], ['prebuilt: ToolNode']),
  enforced(
    'retriever',
    ['retriever', 'retriever.batch', 'retriever.pipe'],
    ['retrievers: BaseRetriever.*'],
  ),
  enforced('retriever', 'vector store: asRetriever', ['vectorstores: VectorStoreRetriever.*']),
  enforced('vector store', vectorProbes, ['vectorstores: VectorStore.*']),
  enforced('BaseStore', storeProbes, ['BaseStore*']),
  enforced(
    'checkpointer',
    ['checkpointer: writes', 'checkpointer: reads'],
    ['BaseCheckpointSaver*'],
  ),
  enforced('chat message history', historyProbes, [
    'chat_history: BaseChatMessageHistory.*',
    'chat_history: BaseListChatMessageHistory.*',
    'chat_history: InMemoryChatMessageHistory.*',
  ]),
  observed(
    'model in a compiled graph',
    'a graph keeps its model to itself: one that is not hooked is refused',
    ['CompiledGraph*', 'CompiledStateGraph*'],
  ),
  ...unmediated,
  ...harmless,
];
