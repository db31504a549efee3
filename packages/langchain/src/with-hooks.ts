import type { Hooks } from '@interpose/core';
import { checkWithHooks, type WithHooksOptions } from '@interpose/adapter-kit';
import { declareInventory } from '@interpose/core/adapter';
import { declaredBy } from './coverage/inventory.ts';
import { requireTarget } from './coverage/require-enforced.ts';
import { hookChatHistory } from './data/chat-history.ts';
import { hookCheckpointer } from './data/checkpointer.ts';
import { hookRetriever } from './data/knowledge.ts';
import { hookStore } from './data/store.ts';
import { hookVectorStore } from './data/vector-store.ts';
import { hookModel } from './model/hook-model.ts';
import type { Layer } from './run/host-run.ts';
import { watchCallsInside } from './targets/calls-inside.ts';
import { hookAgent, hookFactory } from './targets/factory.ts';
import { hookGraph } from './targets/graph.ts';
import { recognise, type Recognised } from './targets/recognise.ts';
import { hookStandaloneTool } from './targets/standalone-tool.ts';
import { hookToolNode } from './targets/tool-node.ts';
import { watchTarget } from './targets/watch-original.ts';

// Before anybody calls `withHooks`: models are made before the graphs that call them.
watchCallsInside();

type Method = (...given: never) => unknown;

/** What `withHooks` takes, by the methods it is known by. */
export type Hookable =
  /** A factory such as `createAgent`. */
  | Method
  /** An agent, a compiled graph, a chat model, a tool, a `ToolNode`, a retriever. */
  | { readonly invoke: Method }
  /** A vector store. */
  | { readonly similaritySearch: Method; readonly addDocuments: Method }
  /** A `BaseStore`. */
  | { readonly batch: Method; readonly listNamespaces: Method }
  /** A checkpointer. */
  | { readonly getTuple: Method; readonly putWrites: Method }
  /** A chat message history. */
  | { readonly getMessages: Method; readonly addMessages: Method };

/**
 * Puts hooks around what an app already holds of LangChain and LangGraph (core 1.0.1 and later, langchain 1.0.1 and later):
 * `createAgent` or another factory, an agent, a compiled graph, a chat model, a tool, a `ToolNode`, a retriever,
 * a vector store, a `BaseStore`, a checkpointer, a chat message history.
 * The same hooks twice are hooked once; other hooks add a layer.
 *
 * @throws InterposeError `invalid_option` for an option that is none, `target_unknown` for anything else, `not_enforced` where `require: 'enforced'` cannot be kept,
 * `model_unresolved` where a factory finds its model out of reach.
 *
 * @example
 * const hooks = createHooks({ policies: [definePolicy({ name: 'no-refunds', hooks: { preToolCall: ({ call }) => (call.name === 'refund' ? deny('ask a person') : undefined) } })] });
 * const agent = withHooks(createAgent, hooks)({ model, tools });
 */
export function withHooks<Target extends Hookable>(
  target: Target,
  hooks: Hooks,
  options: WithHooksOptions = {},
): Target {
  checkWithHooks(hooks, options);
  const layer = { hooks, options };
  const recognised = recognise(target);
  const hooked = hook(recognised, layer);
  watchTarget(recognised, hooks, options);
  return declareInventory(hooked, declaredBy(recognised, layer)) as Target;
}

function hook({ kind, target }: Recognised, layer: Layer): object {
  const { hooks, options } = layer;
  const seam = { hooks, options, path: kind, source: target.constructor.name };
  switch (kind) {
    case 'factory':
      return hookFactory(target, layer);
    case 'agent':
      return hookAgent(target, layer);
    case 'graph':
      requireTarget(options, target);
      return hookGraph(target, layer);
    case 'model':
      return hookModel(target, { hooks, options, tools: [] });
    case 'tool':
      return hookStandaloneTool(target, layer);
    case 'ToolNode':
      return hookToolNode(target, layer);
    case 'retriever':
      return hookRetriever(target, seam);
    case 'vector store':
      return hookVectorStore(target, seam);
    case 'BaseStore':
      return hookStore(target, seam);
    case 'checkpointer':
      return hookCheckpointer(target, seam);
    case 'chat message history':
      return hookChatHistory(target, seam);
  }
}
