import { isThenable, noteOptions, type Layer } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import type { Prepare } from './lead-agent.ts';
import type { AgentCall, AgentSettings, AgentShape, CallOptions } from './shapes.ts';
import type { OpenedRuns } from '../run/settle-run.ts';
import { viewThrough, type SettingsLayer } from '../run/own-methods.ts';
import { hookCall, NO_TOOLS, openRun, type CallContext } from './hooked-call.ts';
import { surface } from '../coverage/unmediated-calls.ts';
import { standInFor } from './stand-in-model.ts';
import { stepListeners, type StepOwner } from '../tools/unreached-calls.ts';

/** One call of an agent, before `prepareCall` has run. */
export interface AgentCallContext extends CallContext {
  readonly opening: OpenedRuns;
  /** Checks the call's options if the agent's class has a `prepareCall` of its own. */
  readonly judging: Judging | undefined;
  /** The layers of hooks that show the settings of the call to the app: this layer and those above it. */
  readonly layers: readonly SettingsLayer[];
  /** True if there is another layer of hooks below this one. */
  readonly isAbove: boolean;
}

/**
 * Returns an agent's settings for one call. The agent's class passes everything to `prepareCall` last, even the options
 * of the call, so model and tools are hooked there. It takes its step listeners from the settings.
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
    if (isThenable(run.chat)) await run.chat;
    const hooked = hookCall(prepared, run, context);
    context.judging?.made(hooked);
    return hooked;
  };
  if (context.isAbove) wrapping.add(prepareCall);
  const { onStepEnd, onStepFinish } = stepListeners(settings, () => owner);
  // A single copy, because each spread costs time in every call.
  return { ...settings, model, prepareCall, onStepEnd, onStepFinish };
}

/** Checks the options that an own `prepareCall` of the app made: it may change a model's input, but not the model. */
export class Judging {
  readonly #layer: Layer;
  /** The options as hooks made them, with a copy of the tools, since tools may be added to that very object. */
  #hooked: CallOptions | undefined;

  constructor(layer: Layer) {
    this.#layer = layer;
  }

  made(hooked: CallOptions): void {
    this.#hooked = { ...hooked, tools: { ...hooked.tools } };
  }

  /** Lets an agent prepare its call itself, and checks the options after that. */
  follow(agent: AgentShape, prepare: Prepare): void {
    const value = async (given: AgentCall): Promise<CallOptions> =>
      this.judge(await Reflect.apply(prepare, agent, [given]));
    Object.defineProperty(agent, 'prepareCall', { value, writable: true, configurable: true });
  }

  /**
   * Returns the same options.
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

/** The `prepareCall` functions that layers of hooks made on top of another layer; the app's own runs behind them. */
const wrapping = new WeakSet<object>();

/** The layers below that show the options of a call, by these options: a layer above looks them up here. */
const shownTo = new WeakMap<object, readonly SettingsLayer[]>();

/**
 * Returns the options that the app's `prepareCall` makes. The app gets a model and tools that pass the hooks, since it
 * may call them outside of the call. Those that it returns are replaced by the originals again.
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
