/**
 * The facts that an adapter remembers of a run until it ends; most runs have none. `Output` is the type that the host
 * takes as the output of a call.
 *
 * @example
 * const memory = new RunMemory<string>();
 * memory.outputs.set('call_1', 'There is no tool pay.');
 */
export class RunMemory<Output> {
  /** The names of the tools that a policy denied. */
  readonly absent: Set<string> = new Set();
  /** Why a call must not run although its approval let it pass, by call id. */
  readonly blocked: Map<string, string> = new Map();
  /** The outputs that the model gets for calls that never reached a tool, by call id. */
  readonly outputs: Map<string, Output> = new Map();
  /** Whether policies allow the provider to run its tools, by the name of the tool. */
  readonly providerTools: Map<string, boolean> = new Map();
}

/**
 * A run with its memory, which is made when there is something to remember.
 *
 * @example
 * const run: Remembering = new HostRun();
 */
export interface Remembering<Memory = Pick<RunMemory<unknown>, 'absent' | 'providerTools'>> {
  /** The memory so far; undefined until it is made. */
  readonly remembered: Memory | undefined;
  /** The memory; reading this makes it. */
  readonly memory: Memory;
}
