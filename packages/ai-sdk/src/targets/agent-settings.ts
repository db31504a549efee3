import type { AgentSettings, CallOptions } from './shapes.ts';
import type { ChatRun } from '../run/host-run.ts';
import { viewThrough, type SettingsLayer } from '../run/own-methods.ts';
import { hookCall, NO_TOOLS, openRun, type CallContext } from './hooked-call.ts';
import { standInFor } from './stand-in-model.ts';
import { stepListeners, type StepOwner } from '../tools/unreached-calls.ts';

/** One call of an agent, before the agent has prepared it. */
export interface AgentCallContext extends CallContext {
  opened(run: ChatRun): void;
  /** What shows the settings of the call to the app: this layer of hooks and those above it. */
  readonly layers: readonly SettingsLayer[];
  /** True where another layer of hooks stands below this one. */
  readonly isAbove: boolean;
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
    const layers = shownTo.get(given) ?? context.layers;
    const prepared =
      settings.prepareCall === undefined ? own : await prepareOwn(settings, own, layers);
    const run = openRun(prepared, context);
    owner = { run, tools: prepared.tools ?? NO_TOOLS };
    context.opened(run);
    await run.chat;
    return hookCall(prepared, run, context);
  };
  if (context.isAbove) wrapping.add(prepareCall);
  const { onStepEnd, onStepFinish } = stepListeners(settings, () => owner);
  // One copy: each spread more costs every call.
  return { ...settings, model, prepareCall, onStepEnd, onStepFinish };
}

/** The functions of a layer above, which stand before the app's own `prepareCall`. */
const wrapping = new WeakSet<object>();

/** Lets a layer of hooks find what the layers below show of the options of a call. */
const shownTo = new WeakMap<object, readonly SettingsLayer[]>();

/**
 * What the app's `prepareCall` makes of these options. The app is shown a model and tools that pass the hooks, since it may
 * ask them past the call; what it gives back of them is put into the call as it was.
 */
async function prepareOwn(
  settings: AgentSettings,
  own: CallOptions,
  layers: readonly SettingsLayer[],
): Promise<CallOptions> {
  const prepare = settings.prepareCall!;
  if (wrapping.has(prepare)) {
    shownTo.set(own, layers);
    return ((await settings.prepareCall!(own)) ?? own) as CallOptions;
  }
  const behind = (options: AgentSettings): AgentSettings =>
    layers.reduceRight((given, layer) => layer.behind(given), options);
  const shown = viewThrough(layers, behind(own));
  const self = viewThrough(layers, settings);
  return behind(((await Reflect.apply(prepare, self, [shown])) ?? shown) as CallOptions);
}
