import {
  checkWithHooks,
  hookOnce,
  watchOriginal,
  type Layer,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import type { Hooks, InventoryComponent } from '@interpose/core';
import { declareInventory } from '@interpose/core/adapter';
import { watchCallbacks } from './coverage/check-callbacks.ts';
import { isInRun } from './run/host-run.ts';
import { watchCallsInside } from './targets/calls-inside.ts';
import { isOwnMethod, TAGS } from './targets/hook-object.ts';
import { recognise, type Kind } from './targets/recognise.ts';
import { isReactAgent } from './targets/shapes.ts';

// This runs on import, before anybody calls `withHooks`, because apps make models before the graphs that call them.
watchCallsInside();

type Method = (...given: never) => unknown;

/** The targets that `withHooks` takes, each told by the methods that it has. */
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
 * Puts hooks around a part of LangChain or LangGraph that your app already has (core and langchain 1.0.1 and later):
 * `createAgent` or another factory, an agent, a compiled graph, a chat model, a tool, a `ToolNode`, a retriever, a
 * vector store, a `BaseStore`, a checkpointer, a chat message history. The same hooks twice run once; other hooks add a
 * layer.
 *
 * @throws InterposeError `invalid_option` for an unknown option, `target_unknown` for any other target, `not_enforced`
 * if `require: 'enforced'` cannot be kept, `model_unresolved` if a factory gets a model that cannot be hooked.
 *
 * @example
 * const hooks = createHooks({ policies: [definePolicy({ name: 'no-refunds', hooks: { preToolCall: ({ call }) => (call.name === 'refund' ? deny('ask a person') : undefined) } })] });
 * const agent = withHooks(createAgent, hooks)({ model, tools });
 */
export function withHooks<Target extends Hookable>(
  target: Target,
  hooks: Hooks,
  options?: WithHooksOptions,
): Target;
export function withHooks<Target extends Hookable>(
  target: Target,
  hooks: Hooks,
  options: WithHooksOptions = {},
  ...more: readonly unknown[]
): Target {
  checkWithHooks(hooks, options, {}, more);
  watchCallbacks(options);
  return hookOnce(target, { hooks, options }, hook);
}

function hook<Target extends Hookable>(target: Target, layer: Layer): Target {
  const kind = recognise(target);
  const hooked = kind.hook(target, layer);
  watchTarget(kind, target, layer);
  const components = (): readonly InventoryComponent[] => kind.components?.(target) ?? [];
  const declared = kind.declared?.(target, layer) ?? { hooks: layer.hooks, components };
  return declareInventory(hooked, declared) as Target;
}

/** Reports once that the original of a hooked target was run directly, outside of every hooked run. */
function watchTarget(kind: Kind<unknown>, target: object, layer: Layer): void {
  const { name, methods, event = 'preRequest' } = kind;
  const agent = isReactAgent(target) ? target : undefined;
  const original = agent?.graph ?? target;
  if (methods === undefined || TAGS.of(original) !== undefined) return;
  const said: unknown = agent === undefined ? Reflect.get(target, 'name') : agent.options.name;
  watchOriginal(original, methods, {
    ...layer,
    adapter: 'langchain',
    event,
    name: `the ${name} "${typeof said === 'string' ? said : target.constructor.name}"`,
    isInner: () => isInRun() || isOwnMethod(original),
  });
}
