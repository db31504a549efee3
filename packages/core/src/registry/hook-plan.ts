import type { ObserverRegistration, Registration } from './registration.ts';

const REMEMBERED_NAMES = 256;

/** Hooks in the order they run, with their functions beside them so that the loop touches nothing else. */
export interface HookList {
  readonly hooks: readonly Registration[];
  readonly calls: readonly ((ctx: unknown) => unknown)[];
  /** True when some hook may not apply although it stands here. */
  readonly conditional: boolean;
}

/** What one event's dispatches need to know, compiled once and never changed: a running dispatch keeps its plan. */
export class HookPlan {
  /** Every hook in order, whatever it is bound to. */
  readonly hooks: readonly Registration[];
  readonly observers: readonly ObserverRegistration[];
  /** False when nothing listens. */
  readonly active: boolean;
  /** True when an observer of this event, or of all decisions, takes the record. */
  readonly takesRecord: boolean;
  /** True when nobody wants to hear of the decision. */
  readonly quiet: boolean;
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
  /** All hooks, as a list to run. */
  readonly all: HookList;
  readonly #byAgent: boolean;
  #lists: Map<string, HookList> | undefined;

  constructor(
    hooks: readonly Registration[],
    observers: readonly ObserverRegistration[],
    takesRecord: boolean,
  ) {
    this.hooks = hooks;
    this.observers = observers;
    this.active = hooks.length > 0 || observers.length > 0;
    this.all = listOf(hooks);
    this.takesRecord = takesRecord;
    this.quiet = observers.length === 0 && !takesRecord;
    this.always = hooks.some((hook) => hook.always);
    this.timed = hooks.some((hook) => hook.timeoutMs !== Infinity);
    this.windowed = hooks.filter((hook) => hook.window !== 0 && !hook.monitor);
    this.#byAgent = hooks.some((hook) => hook.agent !== undefined);
    this.filtered = this.#byAgent || hooks.some((hook) => hook.tool !== undefined);
    this.simple = this.quiet && hooks.every((hook) => !hook.monitor);
    this.bare = this.simple && !this.filtered && !this.all.conditional;
  }

  /** The hooks for this tool and agent, in order; remembered by name. */
  matching(
    tool: string | undefined,
    agent: { readonly id: string; readonly name?: string },
  ): HookList {
    if (!this.filtered) return this.all;
    const key = this.#byAgent ? `${tool ?? ''}\n${agent.id}\n${agent.name ?? ''}` : (tool ?? '');
    const lists = (this.#lists ??= new Map<string, HookList>());
    const known = lists.get(key);
    if (known !== undefined) return known;
    if (lists.size >= REMEMBERED_NAMES) lists.clear();
    const list = listOf(this.hooks.filter((hook) => reaches(hook, tool, agent)));
    lists.set(key, list);
    return list;
  }
}

function listOf(hooks: readonly Registration[]): HookList {
  return {
    hooks,
    calls: hooks.map((hook) => hook.call),
    conditional: hooks.some((hook) => hook.conditional),
  };
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
