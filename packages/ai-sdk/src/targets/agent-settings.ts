import { noteOptions, type Layer } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import type { Prepare } from './lead-agent.ts';
import type { AgentCall, AgentSettings, AgentShape, CallOptions } from './shapes.ts';
import type { OpenedRuns } from '../run/settle-run.ts';
import { viewThrough, type SettingsLayer } from '../run/own-methods.ts';
import { hookCall, NO_TOOLS, openRun, type CallContext } from './hooked-call.ts';
import { surface } from '../coverage/unmediated-calls.ts';
import { standInFor } from './stand-in-model.ts';
import { stepListeners, type StepOwner } from '../tools/unreached-calls.ts';

/** One call of an agent, before the agent has prepared it. */
export interface AgentCallContext extends CallContext {
  readonly opening: OpenedRuns;
  /** Where the agent has a `prepareCall` of its own. */
  readonly judging: Judging | undefined;
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
    context.opening.add(run);
    await run.chat;
    const hooked = hookCall(prepared, run, context);
    context.judging?.made(hooked);
    return hooked;
  };
  if (context.isAbove) wrapping.add(prepareCall);
  const { onStepEnd, onStepFinish } = stepListeners(settings, () => owner);
  // One copy: each spread more costs every call.
  return { ...settings, model, prepareCall, onStepEnd, onStepFinish };
}

/** Looks at what an own `prepareCall` of the app made of a call: it may change what a model is asked, and not whom. */
export class Judging {
  readonly #layer: Layer;
  /** The options as hooks made them; of the tools a copy, since others may be put into the very record. */
  #hooked: CallOptions | undefined;

  constructor(layer: Layer) {
    this.#layer = layer;
  }

  made(hooked: CallOptions): void {
    this.#hooked = { ...hooked, tools: { ...hooked.tools } };
  }

  /** Lets an agent prepare its call itself, and looks at the options then. */
  follow(agent: AgentShape, prepare: Prepare): void {
    const value = async (given: AgentCall): Promise<CallOptions> =>
      this.judge(await Reflect.apply(prepare, agent, [given]));
    Object.defineProperty(agent, 'prepareCall', { value, writable: true, configurable: true });
  }

  /**
   * The same options.
   *
   * @throws InterposeError `agent_not_mediated` where a model, a tool, an approval or a `prepareStep` in them passes no hooks.
   */
  judge(prepared: CallOptions): CallOptions {
    const hooked = this.#hooked;
    noteOptions(prepared, surface, this.#layer);
    const { tools = NO_TOOLS } = prepared;
    const own = hooked?.tools ?? NO_TOOLS;
    const isKept = (name: string): boolean => Object.hasOwn(own, name) && tools[name] === own[name];
    if (
      hooked !== undefined &&
      KEPT.every((key) => prepared[key] === hooked[key]) &&
      Object.keys(tools).every(isKept)
    )
      return prepared;
    throw new InterposeError(
      'agent_not_mediated',
      'the prepareCall of this agent put a model, a tool, an approval or a prepareStep into the call that passes no hooks',
      'do that in the setting prepareCall, which hooks come after',
    );
  }
}

const KEPT = ['model', 'toolApproval', 'prepareStep', 'experimental_prepareStep'];

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
