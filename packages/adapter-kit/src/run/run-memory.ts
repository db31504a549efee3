/**
 * What every adapter has to remember of a run until it ends; most runs have nothing of it. `Output` is what the host
 * takes as the output of a call.
 *
 * @example
 * const memory = new RunMemory<string>();
 * memory.outputs.set('call_1', 'There is no tool pay.');
 */
export class RunMemory<Output> {
  /** The tools a policy wants absent, by name. */
  readonly absent: Set<string> = new Set();
  /** Why a call must not run although its approval let it pass, by call id. */
  readonly blocked: Map<string, string> = new Map();
  /** What the model shall be told about calls that never reached a tool, by call id. */
  readonly outputs: Map<string, Output> = new Map();
  /** Whether policies let the provider run a tool of its own, by name. */
  readonly providerTools: Map<string, boolean> = new Map();
}
