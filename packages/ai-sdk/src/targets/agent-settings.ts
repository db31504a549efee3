import type { AgentSettings, CallOptions } from './shapes.ts';
import type { ChatRun } from '../run/host-run.ts';
import { hookCall, NO_TOOLS, openRun, type CallContext } from './hooked-call.ts';
import { standInFor } from './stand-in-model.ts';
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
