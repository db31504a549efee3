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
      /** Why, as onToolCallError tells it. */
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
  /** Failures in the window that open the circuit: 5. */
  readonly failures?: number;
  /** Milliseconds of the window: 60000. */
  readonly windowMs?: number;
  /** Milliseconds it stays open before one probe may pass: 30000. */
  readonly openMs?: number;
  /** Milliseconds a probe may take before another may try: as long as `openMs`. */
  readonly probeMs?: number;
  /** Which circuits there are, one for each tool and one for each model: both. */
  readonly watch?: readonly ('tools' | 'models')[];
  /** Only these tools have a circuit. */
  readonly tool?: NameMatch;
  /** Which failures count; by default those that lie with the tool or the provider, not with what it was asked. */
  readonly counts?: (step: BrokenStep) => boolean;
  /** Where the circuits live, shared by all processes that share it: this process's memory. */
  readonly store?: StateStore;
  /** Tells circuits apart that share a store: `default`. */
  readonly name?: string;
  /** What people read in a refusal. */
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
