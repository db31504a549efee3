import {
  checkWithHooks,
  hookOnce,
  type Layer,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { declareInventory } from '@interpose/core/adapter';
import type { LanguageModel } from 'ai';
import { recognise } from './targets/recognise.ts';
import { watch } from './targets/tags.ts';

type Method = (...given: never) => unknown;

/** An agent of the SDK. */
interface AgentTarget {
  readonly version: 'agent-v1';
  readonly generate: Method;
  readonly stream: Method;
}

/** A language model. */
interface ModelTarget {
  readonly doGenerate: Method;
  readonly doStream: Method;
}

/** The `ai` module. */
interface ModuleTarget {
  readonly generateText: Method;
  readonly streamText: Method;
}

/** A tool with its own input schema, or a tool that a provider defines. */
type ToolTarget = { readonly inputSchema: unknown } | { readonly args: unknown };

/** The targets that `withHooks` accepts; a tool set is an object with tools by name. */
export type Hookable =
  | string
  | AgentTarget
  | ModelTarget
  | ModuleTarget
  | ToolTarget
  | Readonly<Record<string, ToolTarget>>;

/** The type that `withHooks` returns: the type of the target; for the id of a model, a model. */
export type Hooked<Target> = Target extends string ? Exclude<LanguageModel, string> : Target;

/**
 * Puts hooks on a part of the Vercel AI SDK (6.0.260 and later, 7.0.70 and later): a `ToolLoopAgent`, the `ai` module,
 * a language model or its id, a tool, or a tool set. Returns the hooked part.
 * The same hooks twice count once; other hooks add a layer.
 *
 * @throws InterposeError `invalid_option` for an option that is none, `target_unknown` for anything else, `not_enforced` where `require: 'enforced'` cannot be kept,
 * `model_unresolved` for an id that no provider knows.
 *
 * @example
 * const hooks = createHooks({ policies: [definePolicy({ name: 'no-refunds', hooks: { preToolCall: ({ call }) => (call.name === 'refund' ? deny('ask a person') : undefined) } })] });
 * const agent = withHooks(new ToolLoopAgent({ model, tools }), hooks);
 */
export function withHooks<Target extends Hookable>(
  target: Target,
  hooks: Hooks,
  options?: WithHooksOptions,
): Hooked<Target>;
export function withHooks<Target extends Hookable>(
  target: Target,
  hooks: Hooks,
  options: WithHooksOptions = {},
  ...more: readonly unknown[]
): Hooked<Target> {
  checkWithHooks(hooks, options, {}, more);
  return hookOnce(target, { hooks, options }, hook) as Hooked<Target>;
}

function hook(target: Hookable, layer: Layer): object {
  const { hooks, options } = layer;
  const kind = recognise(target);
  const hooked = kind.hook(target, layer);
  for (const [original, name] of kind.originals?.(target, options) ?? [])
    watch(original, name, layer);
  return declareInventory(hooked, {
    hooks,
    ...(kind.agent && { agent: kind.agent(target, options) }),
    components: () => kind.components?.(target) ?? [],
  });
}
