import type { AgentCall, AgentSettings, AgentShape, CallOptions } from '../targets/shapes.ts';

/** Hands out the settings of an agent with the model and the tools in them hooked by one layer. */
export interface SettingsLayer {
  view(settings: AgentSettings): AgentSettings;
  /** The same settings, in which what this layer has shown of others is what stands behind it. */
  behind(settings: AgentSettings): AgentSettings;
}

/** The settings as all layers show them, the lowest first. */
export function viewThrough(
  layers: readonly SettingsLayer[],
  settings: AgentSettings,
): AgentSettings {
  return layers.reduce((shown, layer) => layer.view(shown), settings);
}

/** What a hooked agent does itself. */
export interface AgentMembers {
  readonly tools: unknown;
  settings: AgentSettings;
  generate(call: AgentCall): Promise<unknown>;
  stream(call: AgentCall): Promise<unknown>;
}

/** An agent of the app's own class while one of its methods runs on it, and what is hooked of it. */
export interface OwnMethod {
  readonly root: AgentShape;
  readonly hooked: Pick<AgentMembers, 'generate' | 'stream'> & Partial<AgentMembers>;
  /** The settings of one call; undefined in a method that is no call. */
  readonly settings?: AgentSettings;
  /** What shows those settings to the methods of the app's class. */
  readonly layers?: readonly SettingsLayer[];
  /** Looks at what an own `prepareCall` made of the options of that call. */
  readonly judging?: { judge(prepared: CallOptions): CallOptions } | undefined;
  /** True in the methods of the SDK's class, which take them as they are. */
  readonly isBase?: boolean;
  /** What a method asked for past those of its own class: a method of the SDK's. */
  readonly asked?: Ask;
}

/** As much of AsyncLocalStorage as is needed, so that the types of Node are not. */
interface OwnMethods {
  getStore(): OwnMethod | undefined;
  run<T>(store: OwnMethod | undefined, run: () => T): T;
}

interface BuiltinLoader {
  getBuiltinModule?(name: string): { readonly AsyncLocalStorage: new () => OwnMethods } | undefined;
}

/** How an agent is asked. */
export type Ask = (call: AgentCall) => Promise<unknown>;

let storage: OwnMethods | undefined;

/** False where the runtime cannot tell one call from another. */
export function tellsMethods(): boolean {
  const { process } = globalThis as { readonly process?: BuiltinLoader };
  const hooks = storage === undefined ? process?.getBuiltinModule?.('node:async_hooks') : undefined;
  if (hooks !== undefined) storage = new hooks.AsyncLocalStorage();
  return storage !== undefined;
}

/** The method that runs here, if it is one of this agent. */
export function methodOf(agent: object): OwnMethod | undefined {
  const now = storage?.getStore();
  return now?.root === agent ? now : undefined;
}

/** Runs a method of an agent, or what is none. */
export function runMethod<T>(method: OwnMethod | undefined, run: () => T): T {
  return storage!.run(method, run);
}
