import { InterposeError, type Hooks } from '@interpose/core';
import { isDict, omitUndefined, type Layer } from '@interpose/adapter-kit';
import { declareInventory } from '@interpose/core/adapter';
import { declaredByAgent } from '../coverage/inventory.ts';
import { requireEnforced, requireParams } from '../coverage/require-enforced.ts';
import { hookModelOption, unresolvedModel } from '../model/model-option.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { hookMiddleware, resolvingMiddleware } from './app-middleware.ts';
import { TAGS } from './hook-object.ts';
import { hookBuilder } from './held-parts.ts';
import { judging, type Phase } from './middleware-answers.ts';
import { hookGraph, hookRunner, partsIn } from './runner.ts';
import {
  isBuilder,
  isReactAgent,
  isRemote,
  isRunner,
  isStore,
  toolsIn,
  type AgentParams,
  type Factory,
  type ReactAgent,
  type Runner,
} from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import { listIn } from '../translate/native.ts';

/** Returns the factory with hooks: each agent that it makes is hooked, with its model, its tools and its sub-agents. */
export function hookFactory<F extends Factory>(factory: F, layer: Layer): F {
  const { hooks } = layer;
  if (TAGS.of(factory)?.hooks === hooks) return factory;
  const tag = { hooks, target: factory };
  const make = (
    [params, ...rest]: readonly [AgentParams, ...unknown[]],
    act: (given: readonly unknown[]) => unknown,
  ): object => {
    if (!isDict(params)) throw notAFactory(factory.name, 'was called without parameters');
    requireParams(layer, params);
    const hooked = hookParams(params, factory.name, layer);
    const made = act([hooked, ...rest]);
    // A factory that needs a model throws before this; one that finds a model itself keeps it out of reach. One of
    // agents alone, as createSwarm, asks no model: those of its agents are hooked, or refused when they are called.
    if (hooked.model === undefined && hooked.llm === undefined && !Array.isArray(hooked['agents']))
      throw unresolvedModel(undefined, factory.name);
    return made instanceof Promise
      ? made.then((late) => hookMade(late, hooked, factory.name, layer))
      : hookMade(made, hooked, factory.name, layer);
  };
  return new Proxy(factory, {
    get: (target, key): unknown => (key === TAGS.key ? tag : Reflect.get(target, key)),
    apply: (target, self, given: [AgentParams, ...unknown[]]) =>
      make(given, (hooked) => Reflect.apply(target, self, hooked)),
    construct: (target, given: [AgentParams, ...unknown[]], self) =>
      make(given, (hooked) => Reflect.construct(target, hooked, self) as object),
  });
}

function hookMade(made: unknown, params: AgentParams, factory: string, layer: Layer): object {
  if (isRunner(made)) return hookRun(made, params, layer);
  if (!isBuilder(made)) throw notAFactory(factory, 'made neither an agent nor a graph');
  // A graph that the app compiles later.
  return hookBuilder(made, partsIn(layer).view, (compiled) => hookRun(compiled, params, layer));
}

function hookRun(made: Runner, params: AgentParams, layer: Layer): Runner {
  return declareInventory(hookRunner(made, layer, params), declaredByAgent(params, layer));
}

/** Any function could be a factory. If it proves to be something else, this error keeps it from passing as hooked. */
function notAFactory(name: string, why: string): InterposeError {
  return new InterposeError(
    'target_unknown',
    `withHooks took ${name === '' ? 'this function' : name} for a factory of agents, and it ${why}`,
    'pass createAgent or its like, or wrap what the function makes',
  );
}

/** Returns a new agent of `createAgent`, made from hooked parameters, because an agent does not show its model. */
export function hookAgent(agent: ReactAgent, layer: Layer): Runner {
  if (TAGS.of(agent)?.hooks === layer.hooks) return agent;
  requireParams(layer, agent.options);
  const params = hookParams(agent.options, 'createAgent', layer);
  return hookRunner(remake(agent, params), layer, params);
}

/** Makes the new agent with `withConfig`: it reads the options and keeps the defaults that only the agent can reach. */
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

/** Returns the parameters of a factory with hooks on each part that can act. */
function hookParams(params: AgentParams, factory: string, layer: Layer): AgentParams {
  const seam: ModelSeam = { ...layer, tools: [] };
  const members = hookMembers(params, seam);
  const hooked: Record<string, unknown> = { ...params, ...members };
  // Some factories take `model`, others `llm`. If an app gives both, both are hooked.
  for (const key of ['model', 'llm'] as const) {
    const model = params[key];
    if (model === undefined) continue;
    if (typeof model === 'string' && factory === 'createAgent')
      hooked['middleware'] = [...listIn(members.middleware), resolvingMiddleware(seam)];
    else hooked[key] = hookModelOption(model, seam, factory);
  }
  return hooked;
}

/** Hooks a sub-agent. One on another machine is refused if all has to be enforced; models in a graph, when called. */
function adopt(agent: Runner, layer: Layer): Runner {
  if (isRemote(agent)) requireEnforced(layer, ['remote graph']);
  return isReactAgent(agent) ? hookAgent(agent, layer) : hookGraph(agent, layer);
}

/** Hooks the parts of an agent's parameters that act: tools in place; middleware, sub-agents and store as copies. */
function hookMembers(params: AgentParams, seam: ModelSeam): Partial<AgentParams> {
  const { hooks } = seam;
  for (const tool of toolsIn(params.tools)) hookToolInPlace(tool, hooks);
  const { subagents, agents, store } = params;
  const middleware = hookMiddleware(params.middleware, seam);
  return omitUndefined({
    middleware,
    postModelHook: judgedNode(params['postModelHook'], hooks),
    subagents: Array.isArray(subagents)
      ? subagents.map((agent: unknown) => hookSubagent(agent, seam))
      : undefined,
    agents: Array.isArray(agents)
      ? agents.map((agent: unknown) => (isRunner(agent) ? adopt(agent, seam) : agent))
      : undefined,
    store: isStore(store) ? partsIn(seam).see(store) : undefined,
  });
}

/** Returns the node that `createReactAgent` runs after the model, a function or a runnable, with its answers judged. */
function judgedNode(node: unknown, hooks: Hooks): Phase | undefined {
  const run = isDict(node) ? node['invoke'] : node;
  return typeof run === 'function' ? judging((run as Phase).bind(node), true, hooks) : undefined;
}

function hookSubagent(agent: unknown, seam: ModelSeam): unknown {
  if (!isDict(agent)) return agent;
  const { model, runnable } = agent;
  // A sub-agent that works on a server.
  if (typeof agent['graphId'] === 'string') requireEnforced(seam, ['remote graph']);
  return {
    ...agent,
    ...hookMembers(agent, seam),
    ...omitUndefined({
      model: model === undefined ? model : hookModelOption(model, seam, 'createDeepAgent'),
      runnable: isRunner(runnable) ? adopt(runnable, seam) : undefined,
    }),
  };
}
