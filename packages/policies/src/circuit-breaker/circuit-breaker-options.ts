import { InterposeError, type Failure, type NameMatch, type StateStore } from '@interpose/core';

/**
 * A tool call or model request that failed.
 *
 * @example
 * const isOutage = ({ error }: BrokenStep): boolean => /unavailable/.test(error.message);
 * circuitBreaker({ counts: isOutage });
 */
export type BrokenStep =
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly error: Failure;
      /** The cause that onToolCallError reports. */
      readonly cause: string;
    }
  | { readonly kind: 'model'; readonly name: string; readonly error: Failure };

/**
 * Options of `circuitBreaker`.
 *
 * @example
 * const options: CircuitBreakerOptions = { failures: 3, windowMs: 30_000, openMs: 60_000, watch: ['tools'], tool: 'crm_*' };
 */
export interface CircuitBreakerOptions {
  /** The number of failures in the window that opens the circuit. Default: 5. */
  readonly failures?: number;
  /** The length of the window in milliseconds. Default: 60000. */
  readonly windowMs?: number;
  /** Milliseconds that the circuit stays open before one probe may pass. Default: 30000. */
  readonly openMs?: number;
  /** Milliseconds that a probe may take before another step may probe. Default: `openMs`. */
  readonly probeMs?: number;
  /** Which circuits exist: one for each tool, one for each model. Default: both. */
  readonly watch?: readonly ('tools' | 'models')[];
  /** The only tools that have a circuit. Default: all tools. */
  readonly tool?: NameMatch;
  /** Which failures count. Default: failures of the tool or the provider, not failures that the input caused. */
  readonly counts?: (step: BrokenStep) => boolean;
  /** Where the circuits are kept; processes with the same store share them. Default: the memory of this process. */
  readonly store?: StateStore;
  /** Keeps circuits apart that share a store. Default: `default`. */
  readonly name?: string;
  /** The text that people read in a refusal. */
  readonly message?: string;
}

/** @throws InterposeError `invalid_option`. */
export function checkBreakerOptions(options: CircuitBreakerOptions): void {
  const { failures, watch, tool } = options;
  if (failures !== undefined && (!Number.isSafeInteger(failures) || failures < 1))
    throw invalid(`failures is ${String(failures)}`, 'pass a whole number above 0');
  for (const name of ['windowMs', 'openMs', 'probeMs'] as const) {
    const value = options[name];
    if (value !== undefined && !(Number.isFinite(value) && value > 0))
      throw invalid(`${name} is ${String(value)}`, 'pass milliseconds above 0');
  }
  if (watch === undefined) return;
  if (watch.length === 0 || watch.some((each) => each !== 'tools' && each !== 'models'))
    throw invalid(`watch is ${JSON.stringify(watch)}`, "pass 'tools', 'models', or both");
  if (tool !== undefined && !watch.includes('tools'))
    throw invalid('tool is given but no tools are watched', "add 'tools' to watch, or drop it");
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `${problem} in circuitBreaker`, remedy);
}
