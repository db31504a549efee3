import { cloneWith, isDict, keptError, unwatched } from '@interpose/adapter-kit';
import type { AppTool, AppTools, Execute, ExecuteOptions } from './tool-facts.ts';
import { isProviderExecuted, isToolSearch } from './tool-facts.ts';
import { runTool, streams, type Execution, type ToolSeam } from './run-tool.ts';
import type { Approvals } from '../approval/ask.ts';
import { tags } from '../targets/tags.ts';

/** The settings for hooking the tools of one call. */
export interface ToolHooking extends Pick<ToolSeam, 'run' | 'tools'> {
  /** v6: answers each tool's question whether its call needs an approval by a person. */
  readonly needsApproval?: Pick<Approvals, 'needed'> | undefined;
  /** v7: makes the entry for a tool in `toolApproval`, if that is a map. */
  readonly approval?: ((name: string, tool: AppTool) => unknown) | undefined;
  /** Throws for a tool that may not be used in the call. */
  readonly admit?: ((name: string, tool: AppTool) => void) | undefined;
}

/** Returns the tools, each of the same kind, so that every execution passes the hooks of the run's chat. */
export function hookTools(hooking: ToolHooking): MetTools {
  const met = new MetTools(hooking);
  hooking.run.tools = met;
  return met;
}

/**
 * The hooked tools of one call. A class instead of closures: a closure that the run references would keep the run in
 * memory until a full collection, and twice as many bytes of each run would survive the young collections.
 */
class MetTools {
  readonly hooked: Record<string, AppTool> = {};
  /** The `toolApproval` entries of v7, under the names of the tools. */
  readonly approvals: Record<string, unknown> = {};
  readonly #hooking: ToolHooking;
  readonly #met = new Map<string, AppTool>();

  constructor(hooking: ToolHooking) {
    this.#hooking = hooking;
    this.meet();
  }

  /**
   * Hooks the tools that the app has added since, and removes those that it took out. A tool that may not be used ends
   * the run at the next model call: an error thrown here could go unnoticed, because the SDK may swallow it.
   */
  meet(): void {
    const { tools, run, approval, admit } = this.#hooking;
    if (this.#met.size > 0)
      for (const name of this.#met.keys()) if (!Object.hasOwn(tools, name)) this.#forget(name);
    for (const name in tools) {
      if (!Object.hasOwn(tools, name)) continue;
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

/** Sets a member. A plain assignment is fast, but would set the prototype for a tool named `__proto__`. */
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

/** Whether a spread copies the whole tool. It does not copy `experimental_toolCaller`, which the SDK hides. */
function isPlain(tool: AppTool): boolean {
  return (
    Object.getPrototypeOf(tool) === Object.prototype &&
    tool['experimental_toolCaller'] === undefined
  );
}

/** Returns a copy of a tool with some members replaced. Methods of a class still run on the original instance. */
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
  // The function has the same kind as the tool's own: a streaming one stays streaming.
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

/** Runs a streaming tool. The judged result is yielded last, because the SDK takes the last value as the result. */
export async function* runStreaming(
  execution: Execution,
): AsyncGenerator<unknown, void, undefined> {
  let out!: ReadableStreamDefaultController<unknown>;
  const streamed = new ReadableStream<unknown>({ start: (controller) => void (out = controller) });
  const running = runTool(execution, (value) => out.enqueue(value)).finally(() => out.close());
  running.catch(() => undefined); // It is thrown below, after all values before it were passed on.
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
 * Hooks a tool that calls other tools: the SDK binds it to a new function at every step, and that is hooked too. The
 * SDK binds a tool search past the hooks, so a search is made its own caller: a caller is bound last.
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
  // With this method, even without a message, the SDK accepts it as a caller of a tool search.
  return { type: 'local', bind, prepareModelMessage: () => undefined } as LocalCaller;
}

/** Returns the tools of a caller, with a tool search among them bound to its hooks as the SDK would bind it. */
function gatedSearches(tools: AppTools, caller: string): AppTools {
  const gated = Object.entries(tools).map(([name, tool]) => {
    const own =
      name === caller || !isToolSearch(tool) ? undefined : tool['experimental_toolCaller'];
    return [name, (own as LocalCaller | undefined)?.bind({ [name]: tool }) ?? tool];
  });
  return Object.fromEntries(gated) as AppTools;
}

/** Returns the callers of the tools: those of the app, and each tool search as its own caller. */
export function searchCallers(own: unknown, tools: AppTools): object | undefined {
  const searches = Object.keys(tools).filter((name) => isToolSearch(tools[name]));
  if (searches.length === 0) return undefined;
  const callers = isDict(own) ? own : {};
  const callersOf = (name: string): unknown => callers[name] ?? ['AI_SDK_DIRECT_TOOL_CALL'];
  const added = searches.map((name) => [name, [...(callersOf(name) as string[]), name]]);
  return { experimental_toolCallers: { ...callers, ...(Object.fromEntries(added) as object) } };
}
