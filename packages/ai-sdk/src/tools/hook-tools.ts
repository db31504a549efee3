import { cloneWith, isDict, keptError, unwatched } from '@interpose/adapter-kit';
import type { AppTool, AppTools, Execute, ExecuteOptions } from './tool-facts.ts';
import { isProviderExecuted, isToolSearch } from './tool-facts.ts';
import { runTool, streams, type Execution, type ToolSeam } from './run-tool.ts';
import type { Approvals } from '../approval/ask.ts';
import { tags } from '../targets/tags.ts';

/** How the tools of one call are hooked. */
export interface ToolHooking extends Pick<ToolSeam, 'run' | 'tools'> {
  /** What each tool asks in v6 whether its call needs a person. */
  readonly needsApproval?: Pick<Approvals, 'needed'> | undefined;
  /** The entry of a tool in the `toolApproval` of v7, where that is a map. */
  readonly approval?: ((name: string, tool: AppTool) => unknown) | undefined;
  /** Throws for a tool that may not join the call. */
  readonly admit?: ((name: string, tool: AppTool) => void) | undefined;
}

/** The same tools, each of its own kind, with every execution passing the hooks of this run's chat. */
export function hookTools(hooking: ToolHooking): MetTools {
  const met = new MetTools(hooking);
  hooking.run.tools = met;
  return met;
}

/**
 * The hooked tools of one call. A class rather than closures, since a closure that a run leads to kept the run until a
 * full collection, and twice as many bytes of every run survived the collections before.
 */
class MetTools {
  readonly hooked: Record<string, AppTool> = {};
  /** What the SDK finds under the same names where it asks whether a call needs a person. */
  readonly approvals: Record<string, unknown> = {};
  readonly #hooking: ToolHooking;
  readonly #met = new Map<string, AppTool>();

  constructor(hooking: ToolHooking) {
    this.#hooking = hooking;
    this.meet();
  }

  /**
   * Hooks what the app put into its tools since, and takes away what it took away. A tool that may not join ends the run at
   * the next model call: what the SDK asks here may throw without a word.
   */
  meet(): void {
    const { tools, run, approval, admit } = this.#hooking;
    for (const name of this.#met.keys()) if (!Object.hasOwn(tools, name)) this.#forget(name);
    for (const name of Object.keys(tools)) {
      const tool = tools[name]!;
      if (this.#met.get(name) === tool) continue;
      this.#met.set(name, tool);
      try {
        admit?.(name, tool);
      } catch (error) {
        run.fatal ??= keptError(error);
        continue;
      }
      put(this.hooked, name, hookTool(name, tags.unhooked(tool, run.hooks), this.#hooking));
      if (approval !== undefined) put(this.approvals, name, approval(name, tool));
    }
  }

  #forget(name: string): void {
    this.#met.delete(name);
    delete this.hooked[name];
    delete this.approvals[name];
  }
}

/** Assignment is cheap, and does something else for a tool that is named `__proto__`. */
function put(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else
    Object.defineProperty(record, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

function hookTool(name: string, tool: AppTool, hooking: ToolHooking): AppTool {
  if (isProviderExecuted(tool)) return tool;
  const members = hookedMembers(name, tool, hooking);
  return isPlain(tool) ? { ...tool, ...members } : cloneTool(tool, members);
}

/** True when a spread keeps all of it; the SDK hides what makes a tool the caller of others. */
function isPlain(tool: AppTool): boolean {
  return (
    Object.getPrototypeOf(tool) === Object.prototype &&
    tool['experimental_toolCaller'] === undefined
  );
}

/** A copy of a tool with some members replaced; what a class keeps private is found in its own instance alone. */
export function cloneTool(tool: AppTool, members: object): AppTool {
  const clone = cloneWith(tool, members);
  if ([Object.prototype, null].includes(Object.getPrototypeOf(tool) as null)) return clone;
  return new Proxy(clone, {
    get(copy, key): unknown {
      if (Object.hasOwn(copy, key)) return copy[key];
      const inherited = tool[key];
      if (typeof inherited !== 'function' || key === 'constructor') return inherited;
      return (inherited as () => unknown).bind(tool);
    },
  });
}

function hookedMembers(name: string, tool: AppTool, hooking: ToolHooking): object {
  const { run, tools, needsApproval } = hooking;
  const own = unwatched(tool.execute);
  // A function of the same kind as the tool's own: one that streams stays one.
  const execute: Execute | undefined =
    own &&
    ((input, options) => {
      const execution = { run, tools, name, tool, execute: own, input, options };
      return streams(own) ? runStreaming(execution) : runTool(execution, undefined);
    });
  const members: Record<string, unknown> = {};
  if (execute !== undefined) members['execute'] = execute;
  if (needsApproval !== undefined)
    members['needsApproval'] = (input: unknown, options: ExecuteOptions) =>
      needsApproval.needed(name, tool, input, options);
  const caller = hookedCaller(tool, name, (bound) => hookTool(name, bound, hooking));
  return caller === undefined ? members : Object.assign(members, caller);
}

/** The SDK takes the last value yielded as the result, so the judged one is yielded last. */
export async function* runStreaming(
  execution: Execution,
): AsyncGenerator<unknown, void, undefined> {
  let out!: ReadableStreamDefaultController<unknown>;
  const streamed = new ReadableStream<unknown>({ start: (controller) => void (out = controller) });
  const running = runTool(execution, (value) => out.enqueue(value)).finally(() => out.close());
  running.catch(() => undefined); // Thrown below, once everything yielded before has been passed on.
  const reader = streamed.getReader();
  let last: unknown;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    last = next.value;
    yield last;
  }
  const result = await running;
  if (last !== result) yield result;
}

interface LocalCaller {
  readonly type: 'local';
  bind(tools: AppTools): AppTool;
}

/**
 * A tool that calls other tools is bound by the SDK to a new function at every step: that one is hooked too.
 * A tool search is bound past every gate, and is made a caller of itself: a caller is bound last.
 */
export function hookedCaller(
  tool: AppTool,
  name: string,
  hook: (bound: AppTool) => AppTool,
): object | undefined {
  const caller = callerOf(tool, name);
  if (caller === undefined) return undefined;
  const bind = (tools: AppTools): AppTool => hook(caller.bind(gatedSearches(tools, name)));
  return { experimental_toolCaller: { ...caller, bind } };
}

function callerOf(tool: AppTool, name: string): LocalCaller | undefined {
  const own = tool['experimental_toolCaller'] as LocalCaller | undefined;
  if (own !== undefined || !isToolSearch(tool)) return own?.type === 'local' ? own : undefined;
  const bind = (tools: AppTools): AppTool => cloneTool(tool, { execute: tools[name]?.execute });
  // With a message, were it an empty one, the SDK takes it for a caller that a search may have.
  return { type: 'local', bind, prepareModelMessage: () => undefined } as LocalCaller;
}

/** The tools of a caller, with a search among them bound to its gates as the SDK would bind it by itself. */
function gatedSearches(tools: AppTools, caller: string): AppTools {
  const gated = Object.entries(tools).map(([name, tool]) => {
    const own =
      name === caller || !isToolSearch(tool) ? undefined : tool['experimental_toolCaller'];
    return [name, (own as LocalCaller | undefined)?.bind({ [name]: tool }) ?? tool];
  });
  return Object.fromEntries(gated) as AppTools;
}

/** The callers of the tools: those of the app, and each tool search for itself. */
export function searchCallers(own: unknown, tools: AppTools): object | undefined {
  const searches = Object.keys(tools).filter((name) => isToolSearch(tools[name]));
  if (searches.length === 0) return undefined;
  const callers = isDict(own) ? own : {};
  const callersOf = (name: string): unknown => callers[name] ?? ['AI_SDK_DIRECT_TOOL_CALL'];
  const added = searches.map((name) => [name, [...(callersOf(name) as string[]), name]]);
  return { experimental_toolCallers: { ...callers, ...(Object.fromEntries(added) as object) } };
}
