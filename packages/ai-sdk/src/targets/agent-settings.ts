import { InterposeError } from '@interpose/core';
import type { AgentSettings, CallOptions } from './shapes.ts';
import type { ChatRun } from '../run/host-run.ts';
import { hookCall, NO_TOOLS, openRun, type CallContext } from './hooked-call.ts';
import { stepListeners, type StepOwner } from '../tools/unreached-calls.ts';

/** One call of an agent, before the agent has prepared it. */
export interface AgentCallContext extends CallContext {
  opened(run: ChatRun): void;
}

/**
 * An agent's settings for one call. Its class hands everything to `prepareCall` last, also what the app passed
 * with the call, so that is where model and tools are hooked; its listeners it takes from the settings.
 */
export function agentCallSettings(
  settings: AgentSettings,
  context: AgentCallContext,
): AgentSettings {
  let owner: StepOwner | undefined;
  const model = standInFor(settings.model);
  const prepareCall = async (given: CallOptions): Promise<CallOptions> => {
    const own = given.model === model ? { ...given, model: settings.model } : given;
    const prepared = (
      settings.prepareCall === undefined ? own : ((await settings.prepareCall(own)) ?? own)
    ) as CallOptions;
    const run = openRun(prepared, context);
    owner = { run, tools: prepared.tools ?? NO_TOOLS };
    context.opened(run);
    await run.chat;
    return hookCall(prepared, run, context);
  };
  return {
    ...settings,
    model,
    prepareCall,
    ...stepListeners(settings, () => owner),
  };
}

/** Stands for the agent's model until its call is prepared, so that a class which skips that step reaches no model. */
const UNPREPARED: object = {
  specificationVersion: 'v3',
  provider: 'interpose',
  modelId: 'unprepared',
  supportedUrls: {},
  doGenerate: refuse,
  doStream: refuse,
};

const standIns = new WeakMap<object, object>();
const originals = new WeakMap<object, object>();

/** One for each model, so that what shows the settings of a call knows which model they have. */
function standInFor(model: unknown): object {
  if (typeof model !== 'object' || model === null) return UNPREPARED;
  const known = standIns.get(model);
  if (known !== undefined) return known;
  const made = Object.create(UNPREPARED) as object;
  standIns.set(model, made);
  originals.set(made, model);
  return made;
}

/** The model that waits behind the one in the settings of a call; any other is what it is. */
export function modelBehind(model: object): object {
  const original = originals.get(model);
  return original === undefined ? model : modelBehind(original);
}

function refuse(): Promise<never> {
  return Promise.reject(
    new InterposeError(
      'agent_not_mediated',
      'this agent called its model without preparing the call',
      'do not override prepareCall in a subclass; pass it as a setting',
    ),
  );
}
