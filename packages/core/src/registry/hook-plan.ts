import type { NameTest } from './name-pattern.ts';
import type { ObserverRegistration, Registration } from './registration.ts';

/** An empty list of hooks or observers. */
export const NONE: readonly never[] = Object.freeze([]);

/** Returns the list, or one shared empty list: most plans have several, and each layer has plans of its own. */
function orNone<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? NONE : list;
}

const REMEMBERED_NAMES = 256;

/** Hooks in running order, and their functions in a second list, so that the loop reads nothing else. */
export interface HookList {
  readonly hooks: readonly Registration[];
  readonly calls: readonly ((ctx: unknown) => unknown)[];
}

/** Everything that dispatches of one event need, compiled once and never changed: a running dispatch keeps its plan. */
export class HookPlan implements HookList {
  /** Every hook in order, for any tool or agent. */
  readonly hooks: readonly Registration[];
  readonly calls: HookList['calls'];
  readonly observers: readonly ObserverRegistration[];
  /** False if nothing listens. */
  readonly active: boolean;
  /** Whether a hook may decide, and does not only watch. */
  readonly intercepts: boolean;
  /** The observers of this event, or of all decisions, that take the record. */
  readonly takers: readonly ObserverRegistration[];
  /** Whether one of them also takes the record if every hook stayed silent. */
  readonly takesSilence: boolean;
  /** Whether a hook runs even after a deny or respond. */
  readonly always: boolean;
  /** Whether nothing has to be reported afterwards. */
  readonly simple: boolean;
  /** Whether the bare loop over all hooks is enough. */
  readonly bare: boolean;
  /** Whether a hook has a time limit. */
  readonly timed: boolean;
  /** The hooks that may hold back characters of a stream. */
  readonly windowed: readonly Registration[];
  /** Whether the hooks depend on the tool or the agent. */
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

  /** Whether nobody listens to the decision. */
  get quiet(): boolean {
    return this.observers.length + this.takers.length === 0;
  }

  /** Returns the hooks for this tool and agent, in order. The list is kept by name. */
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

/** Sorts by law 2 in LAWS.md: by rising priority, reversed for after-events; ties always in order of registration. */
export function inOrder<T extends Ranked>(registrations: readonly T[], after: boolean): T[] {
  const sign = after ? -1 : 1;
  return registrations.toSorted(
    (left, right) => sign * (left.priority - right.priority) || left.order - right.order,
  );
}

/** Whether a hook is for this tool and this agent. A hook for tools does not run at steps without a tool. */
export function reaches(
  hook: Registration,
  tool: string | undefined,
  agent: { readonly id: string; readonly name?: string },
): boolean {
  const { unseen } = hook;
  if (hook.tool !== undefined && (tool === undefined || !hook.tool(tool))) return false;
  if (unseen !== undefined) unseen.tool = undefined;
  if (hook.agent !== undefined && !isAgent(hook.agent, agent)) return false;
  if (unseen !== undefined) unseen.agent = undefined;
  return true;
}

/** Whether this is the name or the id of an agent. */
export function isAgent(
  matches: NameTest,
  { id, name }: { readonly id: string; readonly name?: string },
): boolean {
  return matches(id) || (name !== undefined && matches(name));
}

/** Whether the hook is for a tool or an agent that has not acted so far. */
export function isUnmatched({ disposed, unseen }: Registration): boolean {
  return !disposed && (unseen?.tool ?? unseen?.agent) !== undefined;
}
