import type { EntryClass } from '@interpose/adapter-kit';

import { harmless } from './harmless.ts';
import { unmediated } from './unmediated.ts';

const enforced = (path: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'enforced',
  path,
});

const observed = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'observed',
  path,
  why,
});

/** How far mediation holds for every entry of LangChain and LangGraph, 1.0.1 to 1.5. */
export const classes: readonly EntryClass[] = [
  enforced('agent.invoke', ['createAgent', 'ReactAgent.invoke()', 'prebuilt: createReactAgent']),
  enforced('agent.stream', ['ReactAgent.stream()']),
  enforced('agent.streamEvents', ['ReactAgent.streamEvents()']),
  enforced('model.invoke', [
    'language_models/chat_models: BaseChatModel.invoke()',
    'language_models/chat_models: BaseChatModel.generate()',
    'BaseChatModel.invoke()',
    'BaseChatModel.generate()',
  ]),
  enforced('tool.invoke', [
    'tool',
    'tools: tool',
    'StructuredTool.invoke()',
    'StructuredTool.call()',
    'tools: StructuredTool.invoke()',
    'tools: StructuredTool.call()',
  ]),
  enforced('ToolNode', ['prebuilt: ToolNode']),
  enforced('retriever', ['retrievers: BaseRetriever.*', 'vectorstores: VectorStoreRetriever.*']),
  enforced('vector store', ['vectorstores: VectorStore.*']),
  enforced('BaseStore', ['BaseStore*']),
  enforced('checkpointer', ['BaseCheckpointSaver*']),
  enforced('chat message history', [
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
