import type { Hooks } from '@interpose/core';
import { checkWithHooks, type WithHooksOptions } from '@interpose/adapter-kit';
import { declareInventory } from '@interpose/core/adapter';
import { declaredBy } from './coverage/inventory.ts';
import { requireTarget } from './coverage/require-enforced.ts';
import { hookChatHistory } from './data/chat-history.ts';
import { hookCheckpointer } from './data/checkpointer.ts';
import type { ComponentSeam } from './data/component-step.ts';
import { hookRetriever } from './data/knowledge.ts';
import { hookStore } from './data/store.ts';
import { hookVectorStore } from './data/vector-store.ts';
import { hookModel } from './model/hook-model.ts';
import { hookAgent, hookFactory } from './targets/factory.ts';
import { hookGraph } from './targets/graph.ts';
import { recognise, type Recognised } from './targets/recognise.ts';
import { hookLoneTool } from './targets/standalone-tool.ts';
import { hookToolNode } from './targets/tool-node.ts';

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
export function withHooks<Target>(
  target: Target,
  hooks: Hooks,
  options: WithHooksOptions = {},
): Target {
  checkWithHooks(hooks, options);
  const recognised = recognise(target);
  const hooked = hook(recognised, target as object, hooks, options);
  return declareInventory(hooked, declaredBy(recognised, hooks, options)) as Target;
}

function hook(
  recognised: Recognised,
  target: object,
  hooks: Hooks,
  options: WithHooksOptions,
): object {
  const seamFor = (component: unknown, path: string): ComponentSeam => ({
    hooks,
    options,
    path,
    source: (component as object).constructor.name,
  });
  switch (recognised.kind) {
    case 'factory':
      return hookFactory(recognised.factory, hooks, options);
    case 'agent':
      return hookAgent(recognised.agent, hooks, options);
    case 'graph':
      requireTarget(options, recognised.graph);
      return hookGraph(recognised.graph, hooks, options);
    case 'model':
      return hookModel(recognised.model, { hooks, options, tools: [] });
    case 'tool':
      return hookLoneTool(recognised.tool, hooks, options);
    case 'tool-node':
      return hookToolNode(recognised.node, hooks, options);
    case 'retriever':
      return hookRetriever(recognised.retriever, seamFor(target, 'retriever'));
    case 'vector-store':
      return hookVectorStore(recognised.vectors, seamFor(target, 'vector store'));
    case 'store':
      return hookStore(recognised.store, seamFor(target, 'BaseStore'));
    case 'checkpointer':
      return hookCheckpointer(recognised.checkpointer, seamFor(target, 'checkpointer'));
    case 'chat-history':
      return hookChatHistory(recognised.history, seamFor(target, 'chat message history'));
  }
}
