import { isDict, unknownTarget } from '@interpose/adapter-kit';
import {
  isChatHistory,
  isCheckpointer,
  isModel,
  isReactAgent,
  isRetriever,
  isRunner,
  isStore,
  isTool,
  isToolNode,
  isVectorStore,
  type Factory,
  type NativeChatHistory,
  type NativeCheckpointer,
  type NativeRetriever,
  type NativeStore,
  type NativeVectorStore,
  type ReactAgent,
  type Runner,
  type ToolNode,
} from './shapes.ts';
import type { NativeModel, NativeTool } from '../translate/native.ts';

/** What `withHooks` was given. */
export type Recognised =
  | { readonly kind: 'factory'; readonly factory: Factory }
  | { readonly kind: 'agent'; readonly agent: ReactAgent }
  | { readonly kind: 'graph'; readonly graph: Runner }
  | { readonly kind: 'model'; readonly model: NativeModel }
  | { readonly kind: 'tool'; readonly tool: NativeTool }
  | { readonly kind: 'tool-node'; readonly node: ToolNode }
  | { readonly kind: 'retriever'; readonly retriever: NativeRetriever }
  | { readonly kind: 'vector-store'; readonly vectors: NativeVectorStore }
  | { readonly kind: 'store'; readonly store: NativeStore }
  | { readonly kind: 'checkpointer'; readonly checkpointer: NativeCheckpointer }
  | { readonly kind: 'chat-history'; readonly history: NativeChatHistory };

/**
 * Tells which part of LangChain or LangGraph this is.
 *
 * @throws InterposeError `target_unknown` for anything else.
 */
export function recognise(target: unknown): Recognised {
  if (typeof target === 'function') return { kind: 'factory', factory: target as Factory };
  if (isDict(target)) {
    if (isReactAgent(target)) return { kind: 'agent', agent: target };
    if (isRunner(target)) return { kind: 'graph', graph: target };
    if (isModel(target)) return { kind: 'model', model: target };
    if (isToolNode(target)) return { kind: 'tool-node', node: target };
    if (isVectorStore(target)) return { kind: 'vector-store', vectors: target };
    if (isRetriever(target)) return { kind: 'retriever', retriever: target };
    if (isStore(target)) return { kind: 'store', store: target };
    if (isCheckpointer(target)) return { kind: 'checkpointer', checkpointer: target };
    if (isChatHistory(target)) return { kind: 'chat-history', history: target };
    if (isTool(target)) return { kind: 'tool', tool: target };
  }
  throw unknownTarget(
    target,
    'pass createAgent or another factory, an agent, a compiled graph, a chat model, a tool, a ToolNode, a retriever, a vector store, a store, a checkpointer or a chat message history',
  );
}
