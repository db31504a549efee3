import { hookStore } from '../data/store.ts';
import type { ModelSeam } from '../model/hook-model.ts';
import { hookModelOption } from '../model/model-option.ts';
import { hookMiddleware } from './app-middleware.ts';
import { isRunner, isStore, toolsIn, type AgentParams, type Runner } from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import { isDict } from '../translate/native.ts';

/** Hooks another agent. */
export type Adopt = (agent: Runner) => Runner;

/** The parts of an agent's parameters that act: tools in place, other agents and the long-term store as hooked ones. */
export function hookMembers(
  params: AgentParams,
  seam: ModelSeam,
  adopt: Adopt,
): Partial<AgentParams> {
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
