import { checkWithHooks, type WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { declareInventory } from '@interpose/core/adapter';
import type { LanguageModel } from 'ai';
import { agentName, hookAgent } from './targets/agent.ts';
import { declaredBy } from './coverage/inventory.ts';
import { hookStandaloneModel } from './targets/standalone-model.ts';
import { hookStandaloneTool, hookStandaloneTools, toolName } from './targets/standalone-tools.ts';
import { hookModule } from './targets/module.ts';
import { recognise, type Recognised } from './targets/recognise.ts';
import { runsOwn } from './targets/own-class.ts';
import { resolveModel } from './targets/named-model.ts';
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

/** A tool with an input of its own, or one that a provider defines. */
type ToolTarget = { readonly inputSchema: unknown } | { readonly args: unknown };

/** What `withHooks` takes; a tool set has its tools under their names. */
export type Hookable =
  | string
  | AgentTarget
  | ModelTarget
  | ModuleTarget
  | ToolTarget
  | Readonly<Record<string, ToolTarget>>;

/** What comes back: the same type; for the id of a model, the model. */
export type Hooked<Target> = Target extends string ? Exclude<LanguageModel, string> : Target;

/**
 * Puts hooks around what an app already holds of the Vercel AI SDK (6.0.260 and later, 7.0.70 and later):
 * a `ToolLoopAgent`, the `ai` module, a language model or its id, a tool, a tool set.
 * The same hooks twice are hooked once; other hooks add a layer.
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
  options: WithHooksOptions = {},
): Hooked<Target> {
  checkWithHooks(hooks, options);
  const recognised = recognise(target);
  const hooked = hook(recognised, hooks, options);
  watchOriginals(recognised, hooks, options);
  return declareInventory(hooked, declaredBy(recognised, hooks, options)) as Hooked<Target>;
}

/** A module cannot be watched: its functions are nobody's to replace. */
function watchOriginals(recognised: Recognised, hooks: Hooks, options: WithHooksOptions): void {
  const watching = (original: object, name: string, isInner?: () => boolean): void =>
    watch({ original, name, hooks, options, isInner });
  switch (recognised.kind) {
    case 'agent':
      return watching(recognised.agent, `the agent "${agentName(recognised.agent, options)}"`, () =>
        runsOwn(recognised.agent),
      );
    case 'model':
      return watching(recognised.model, `the model "${recognised.model.modelId}"`);
    case 'tool':
      return watching(recognised.tool, `the tool "${toolName(recognised.tool)}"`);
    case 'tools':
      for (const [name, tool] of Object.entries(recognised.tools))
        watching(tool, `the tool "${name}"`);
      return;
    default:
  }
}

function hook(recognised: Recognised, hooks: Hooks, options: WithHooksOptions): object {
  switch (recognised.kind) {
    case 'agent':
      return hookAgent(recognised.agent, hooks, options);
    case 'module':
      return hookModule(recognised.module, hooks, options);
    case 'model':
      return hookStandaloneModel(recognised.model, hooks, options);
    case 'model-id':
      return hookStandaloneModel(resolveModel(recognised.id), hooks, options);
    case 'tool':
      return hookStandaloneTool(recognised.tool, hooks, options);
    case 'tools':
      return hookStandaloneTools(recognised.tools, hooks, options);
  }
}
