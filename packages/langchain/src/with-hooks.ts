import { InterposeError, type Hooks } from '@interpose/core';
import { hookStore } from './base-store.ts';
import { hookAgent, hookFactory } from './factory.ts';
import { hookGraph } from './graph.ts';
import { hookLoneTool } from './lone-tool.ts';
import { hookModel } from './model.ts';
import type { WithHooksOptions } from './options.ts';
import { requireTarget } from './require-enforced.ts';
import { recognise } from './recognise.ts';

/**
 * Puts hooks around what an app already holds of LangChain and LangGraph (core 1.0.1 and later, langchain 1.0.1 and later):
 * `createAgent` or another factory, an agent, a compiled graph, a chat model, a tool.
 * The same hooks twice are hooked once; other hooks add a layer.
 *
 * @throws InterposeError `target_unknown` for anything else, `not_enforced` where `require: 'enforced'` cannot be kept,
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
  if (typeof hooks?.dispatch !== 'function') {
    throw new InterposeError(
      'invalid_option',
      'withHooks got no hooks',
      'pass what createHooks returned as the second argument',
    );
  }
  return hook(target, hooks, options) as Target;
}

function hook(target: unknown, hooks: Hooks, options: WithHooksOptions): unknown {
  const recognised = recognise(target);
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
    case 'store':
      return hookStore(recognised.store, hooks, options);
  }
}
