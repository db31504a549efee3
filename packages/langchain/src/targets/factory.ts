import { InterposeError, type Hooks } from '@interpose/core';
import { isDict, withMembers, type WithHooksOptions } from '@interpose/adapter-kit';
import { declareInventory } from '@interpose/core/adapter';
import { declaredByAgent } from '../coverage/inventory.ts';
import { requireParams } from '../coverage/require-enforced.ts';
import { hookStore } from '../data/store.ts';
import { hookModelOption, unresolvedModel } from '../model/model-option.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { hookMiddleware, resolvingMiddleware } from './app-middleware.ts';
import { hookGraph } from './graph.ts';
import { TAGS } from './hook-object.ts';
import { hookRunner } from './runner.ts';
import {
  isBuilder,
  isReactAgent,
  isRunner,
  isStore,
  toolsIn,
  type AgentParams,
  type Factory,
  type GraphBuilder,
  type ReactAgent,
  type Runner,
} from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';

/** The same factory; every agent it makes is hooked, with its model, its tools and its sub-agents. */
export function hookFactory<F extends Factory>(
  factory: F,
  hooks: Hooks,
  options: WithHooksOptions,
): F {
  if (TAGS.of(factory)?.hooks === hooks) return factory;
  const tag = { hooks, target: factory };
  return new Proxy(factory, {
    get(target, key) {
      const value: unknown = key === TAGS.key ? tag : Reflect.get(target, key);
      return value;
    },
    apply(target, self, [params, ...rest]: [AgentParams, ...unknown[]]) {
      if (!isDict(params)) throw notAFactory(target.name, 'was called without parameters');
      requireParams(options, params);
      const hooked = hookParams(params, target.name, hooks, options);
      const made: unknown = Reflect.apply(target, self, [hooked, ...rest]);
      // A factory that needs a model says so itself; one that finds a model of its own keeps it out of reach.
      if (hooked.model === undefined && hooked.llm === undefined)
        throw unresolvedModel(undefined, target.name);
      return made instanceof Promise
        ? made.then((late) => hookMade(late, hooked, target.name, hooks, options))
        : hookMade(made, hooked, target.name, hooks, options);
    },
  });
}

function hookMade(
  made: unknown,
  params: AgentParams,
  factory: string,
  hooks: Hooks,
  options: WithHooksOptions,
): object {
  if (isRunner(made)) {
    const hooked = hookRunner(made, hooks, options, params);
    return declareInventory(hooked, declaredByAgent(params, hooks, options));
  }
  if (isBuilder(made)) return hookBuilder(made, params, hooks, options);
  throw notAFactory(factory, 'made neither an agent nor a graph');
}

/** Any function could be a factory: one that turns out to be something else may not pass for hooked. */
function notAFactory(name: string, why: string): InterposeError {
  return new InterposeError(
    'target_unknown',
    `withHooks took ${name === '' ? 'this function' : name} for a factory of agents, and it ${why}`,
    'pass createAgent or its like, or wrap what the function makes',
  );
}

/** A graph that its user compiles. */
function hookBuilder(
  builder: GraphBuilder,
  params: AgentParams,
  hooks: Hooks,
  options: WithHooksOptions,
): GraphBuilder {
  const compile = (given?: unknown): Runner => {
    const hooked = hookRunner(builder.compile(given), hooks, options, params);
    return declareInventory(hooked, declaredByAgent(params, hooks, options));
  };
  return withMembers(builder, { compile }, { methodsRunOn: 'proxy' });
}

/** An agent of `createAgent` made anew out of hooked parameters, since it keeps its model to itself. */
export function hookAgent(agent: ReactAgent, hooks: Hooks, options: WithHooksOptions): Runner {
  if (TAGS.of(agent)?.hooks === hooks) return agent;
  requireParams(options, agent.options);
  const params = hookParams(agent.options, 'createAgent', hooks, options);
  return hookRunner(remake(agent, params), hooks, options, params);
}

/** `withConfig` makes an agent out of the options it finds and keeps the defaults that only it can reach. */
function remake(agent: ReactAgent, params: AgentParams): ReactAgent {
  const own = agent.options;
  const holder = agent as { options: AgentParams };
  try {
    holder.options = params;
    const made: unknown = agent.withConfig?.({}) ?? undefined;
    if (isReactAgent(made)) return made;
  } finally {
    holder.options = own;
  }
  const Agent = agent.constructor as new (params: AgentParams) => ReactAgent;
  return new Agent(params);
}

/** The parameters of a factory, with everything in them that can act hooked. */
function hookParams(
  params: AgentParams,
  factory: string,
  hooks: Hooks,
  options: WithHooksOptions,
): AgentParams {
  const seam: ModelSeam = { hooks, options, tools: [] };
  const members = hookMembers(params, seam, (agent) =>
    isReactAgent(agent) ? hookAgent(agent, hooks, options) : hookGraph(agent, hooks, options),
  );
  const key = params.llm === undefined ? 'model' : 'llm';
  const model = params[key];
  if (model === undefined) return { ...params, ...members };
  if (typeof model !== 'string' || factory !== 'createAgent')
    return { ...params, ...members, [key]: hookModelOption(model, seam, factory) };
  const middleware = Array.isArray(members.middleware) ? (members.middleware as unknown[]) : [];
  return { ...params, ...members, middleware: [...middleware, resolvingMiddleware(seam)] };
}

/** Hooks another agent. */
export type Adopt = (agent: Runner) => Runner;

/** The parts of an agent's parameters that act: tools in place, other agents and the long-term store as hooked ones. */
function hookMembers(params: AgentParams, seam: ModelSeam, adopt: Adopt): Partial<AgentParams> {
  const { hooks, options } = seam;
  for (const tool of toolsIn(params.tools)) hookToolInPlace(tool, hooks);
  const { subagents, agents, store } = params;
  const middleware = hookMiddleware(params.middleware, seam);
  return {
    ...(middleware === undefined ? undefined : { middleware }),
    ...(Array.isArray(subagents)
      ? { subagents: subagents.map((agent: unknown) => hookSubagent(agent, seam, adopt)) }
      : undefined),
    ...(Array.isArray(agents)
      ? { agents: agents.map((agent: unknown) => (isRunner(agent) ? adopt(agent) : agent)) }
      : undefined),
    ...(isStore(store)
      ? { store: hookStore(store, { hooks, options, path: 'BaseStore', source: 'store' }) }
      : undefined),
  };
}

function hookSubagent(agent: unknown, seam: ModelSeam, adopt: Adopt): unknown {
  if (!isDict(agent)) return agent;
  const { model, runnable } = agent;
  return {
    ...agent,
    ...hookMembers(agent, seam, adopt),
    ...(model === undefined
      ? undefined
      : { model: hookModelOption(model, seam, 'createDeepAgent') }),
    ...(isRunner(runnable) ? { runnable: adopt(runnable) } : undefined),
  };
}
