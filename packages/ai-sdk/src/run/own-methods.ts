import { Surroundings } from '@interpose/adapter-kit';
import type { AgentCall, AgentSettings, AgentShape, CallOptions } from '../targets/shapes.ts';

/** One layer of hooks over an agent's settings: it shows them with their model and tools hooked. */
export interface SettingsLayer {
  view(settings: AgentSettings): AgentSettings;
  /** Returns the settings with the originals in place of the hooked parts that this layer has shown. */
  behind(settings: AgentSettings): AgentSettings;
}

/** Returns the settings as all layers show them; the lowest layer comes first. */
export function viewThrough(
  layers: readonly SettingsLayer[],
  settings: AgentSettings,
): AgentSettings {
  return layers.reduce((shown, layer) => layer.view(shown), settings);
}

/** The members that a hooked agent replaces. */
export interface AgentMembers {
  readonly tools: unknown;
  settings: AgentSettings;
  generate(call: AgentCall): Promise<unknown>;
  stream(call: AgentCall): Promise<unknown>;
}

/** A method of an agent of the app's own class while it runs, and the hooked members of that agent. */
export interface OwnMethod {
  readonly root: AgentShape;
  readonly hooked: Pick<AgentMembers, 'generate' | 'stream'> & Partial<AgentMembers>;
  /** The settings of one call; undefined in a method that is not called for a call. */
  readonly settings?: AgentSettings;
  /** The layers that show these settings to methods of the app's class. */
  readonly layers?: readonly SettingsLayer[];
  /** Checks the options that an own `prepareCall` returned for the call. */
  readonly judging?: { judge(prepared: CallOptions): CallOptions } | undefined;
  /** True in methods of the SDK's class, which get the settings unchanged. */
  readonly isBase?: boolean;
  /** The SDK's method that a method of the app's class called past the hooks, as with `super.generate`. */
  readonly asked?: Ask;
}

/** Calls an agent. */
export type Ask = (call: AgentCall) => Promise<unknown>;

const methods = new Surroundings<OwnMethod>();

/** Returns the method of this agent that runs now; undefined if there is none. */
export function methodOf(agent: object): OwnMethod | undefined {
  const now = methods.get();
  return now?.root === agent ? now : undefined;
}

/** Runs a function as this method of an agent; undefined: as no method. */
export function runMethod<T>(method: OwnMethod | undefined, run: () => T): T {
  return method === undefined ? methods.leave(run) : methods.run(method, run);
}
