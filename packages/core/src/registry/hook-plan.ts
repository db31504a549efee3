import type { ObserverRegistration, Registration } from './registration.ts';

/** No hooks, and no observers. */
export const NONE: readonly never[] = Object.freeze([]);

/** One empty list for all: most plans have several, and each layer its plans. */
function orNone<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? NONE : list;
}

const REMEMBERED_NAMES = 256;

/** Hooks in the order they run, with their functions beside them so that the loop touches nothing else. */
export interface HookList {
  readonly hooks: readonly Registration[];
  readonly calls: readonly ((ctx: unknown) => unknown)[];
}

/** What one event's dispatches need to know, compiled once and never changed: a running dispatch keeps its plan. */
export class HookPlan implements HookList {
  /** Every hook in order, whatever it is bound to. */
  readonly hooks: readonly Registration[];
  readonly calls: HookList['calls'];
  readonly observers: readonly ObserverRegistration[];
  /** False when nothing listens. */
  readonly active: boolean;
  /** True when some hook has a say, and not only watches. */
  readonly intercepts: boolean;
  /** Observers of this event, or of all decisions, that take the record. */
  readonly takers: readonly ObserverRegistration[];
  /** True when one takes it also where every hook stayed silent. */
  readonly takesSilence: boolean;
  /** True when some hook runs even after a deny or respond. */
  readonly always: boolean;
  /** True when nothing has to be told afterwards. */
  readonly simple: boolean;
  /** True when the bare loop over all hooks will do. */
  readonly bare: boolean;
  /** True when some hook has a time limit. */
  readonly timed: boolean;
  /** The hooks that may hold back characters of a stream. */
  readonly windowed: readonly Registration[];
  /** True when the hooks depend on the tool or the agent. */
  readonly filtered: boolean;
  readonly #byAgent: boolean;
  #lists: Map<string, HookList> | undefined;

  constructor(
    hooks: readonly Registration[],
    observers: readonly ObserverRegistration[],
    takers: readonly ObserverRegistration[],
  ) {
    this.hooks = hooks;
    this.observers = orNone(observers);
    this.active = hooks.length > 0 || observers.length > 0;
    this.intercepts = hooks.some((hook) => !hook.monitor);
    this.calls = callsOf(hooks);
    this.takers = orNone(takers);
    this.takesSilence = takers.some((taker) => taker.takesSilence);
    this.always = hooks.some((hook) => hook.always);
    this.timed = hooks.some((hook) => hook.timeoutMs !== Infinity);
    this.windowed = orNone(hooks.filter((hook) => hook.window !== 0 && !hook.monitor));
    this.#byAgent = hooks.some((hook) => hook.agent !== undefined);
    this.filtered = this.#byAgent || hooks.some((hook) => hook.tool !== undefined);
    this.simple = this.quiet && hooks.every((hook) => !hook.monitor);
    this.bare = this.simple && !this.filtered && hooks.every((hook) => !hook.conditional);
  }

  /** True when nobody wants to hear of the decision. */
  get quiet(): boolean {
    return this.observers.length + this.takers.length === 0;
  }

  /** The hooks for this tool and agent, in order; remembered by name. */
  matching(
    tool: string | undefined,
    agent: { readonly id: string; readonly name?: string },
  ): HookList {
    if (!this.filtered) return this;
    const key = this.#byAgent ? `${tool ?? ''}\n${agent.id}\n${agent.name ?? ''}` : (tool ?? '');
    const lists = (this.#lists ??= new Map<string, HookList>());
    const known = lists.get(key);
    if (known !== undefined) return known;
    if (lists.size >= REMEMBERED_NAMES) lists.clear();
    const hooks = this.hooks.filter((hook) => reaches(hook, tool, agent));
    const list = { hooks, calls: callsOf(hooks) };
    lists.set(key, list);
    return list;
  }
}

function callsOf(hooks: readonly Registration[]): HookList['calls'] {
  return hooks.map((hook) => hook.call);
}

interface Ranked {
  readonly priority: number;
  readonly order: number;
}

/** Sorts by law 2 in LAWS.md: priority ascending, mirrored for after-events; ties in registration order both ways. */
export function inOrder<T extends Ranked>(registrations: readonly T[], after: boolean): T[] {
  const sign = after ? -1 : 1;
  return registrations.toSorted(
    (left, right) => sign * (left.priority - right.priority) || left.order - right.order,
  );
}

/** True when a hook is for this tool and this agent; a hook bound to tools reaches no step without one. */
export function reaches(
  hook: Registration,
  tool: string | undefined,
  agent: { readonly id: string; readonly name?: string },
): boolean {
  if (hook.tool !== undefined && (tool === undefined || !hook.tool(tool))) return false;
  hook.matched = true;
  if (hook.agent === undefined) return true;
  return hook.agent(agent.id) || (agent.name !== undefined && hook.agent(agent.name));
}
