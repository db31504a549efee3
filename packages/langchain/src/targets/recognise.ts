import { unknownTarget } from '@interpose/adapter-kit';
import {
  isChatHistory,
  isCheckpointer,
  isDescribedTool,
  isModel,
  isReactAgent,
  isRetriever,
  isRunner,
  isStore,
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

/** What `withHooks` takes; a part with one path through the hooks is named as that path of the capability table is. */
interface Targets {
  readonly factory: Factory;
  readonly agent: ReactAgent;
  readonly graph: Runner;
  readonly model: NativeModel;
  readonly ToolNode: ToolNode;
  readonly 'vector store': NativeVectorStore;
  readonly retriever: NativeRetriever;
  readonly BaseStore: NativeStore;
  readonly checkpointer: NativeCheckpointer;
  readonly 'chat message history': NativeChatHistory;
  readonly tool: NativeTool;
}

/** What `withHooks` was given. */
export type Recognised = {
  [Kind in keyof Targets]: { readonly kind: Kind; readonly target: Targets[Kind] };
}[keyof Targets];

/** In this order: an agent is a graph as well, and a vector store or a tool node may be taken for less than it is. */
const SHAPES: Readonly<Record<Exclude<keyof Targets, 'factory'>, (value: unknown) => boolean>> = {
  agent: isReactAgent,
  graph: isRunner,
  model: isModel,
  ToolNode: isToolNode,
  'vector store': isVectorStore,
  retriever: isRetriever,
  BaseStore: isStore,
  checkpointer: isCheckpointer,
  'chat message history': isChatHistory,
  tool: isDescribedTool,
};

/**
 * Tells which part of LangChain or LangGraph this is.
 *
 * @throws InterposeError `target_unknown` for anything else.
 */
export function recognise(target: unknown): Recognised {
  if (typeof target === 'function') return { kind: 'factory', target: target as Factory };
  for (const [kind, isOfKind] of Object.entries(SHAPES))
    if (isOfKind(target)) return { kind, target } as Recognised;
  throw unknownTarget(
    target,
    'pass createAgent or another factory, an agent, a compiled graph, a chat model, a tool, a ToolNode, a retriever, a vector store, a store, a checkpointer or a chat message history',
  );
}
