import { InterposeError } from '@interpose/core';

/** The limits of a chat: whole numbers, or Infinity for no limit. */
export interface LoopLimits {
  readonly maxRepeats: number;
  readonly maxCycles: number;
  readonly maxPeriod: number;
  readonly maxSameErrors: number;
  readonly maxCalls: number;
  readonly maxSessionCalls: number;
  readonly maxWarnings: number;
}

const DEFAULTS: LoopLimits = {
  maxRepeats: 3,
  maxCycles: 3,
  maxPeriod: 4,
  maxSameErrors: 3,
  maxCalls: 200,
  maxSessionCalls: Infinity,
  maxWarnings: 3,
};

/** The most calls to compare, so that the record of a chat stays small. */
const MOST_REMEMBERED = 500;

/**
 * Adds the defaults to the given limits.
 *
 * @throws InterposeError `invalid_option` for what is no whole number, or for loops too long to remember.
 */
export function loopLimits(given: Partial<LoopLimits>): LoopLimits {
  const limits = { ...DEFAULTS, ...definedIn(given) };
  for (const [name, value] of Object.entries(limits)) {
    const least = name === 'maxWarnings' ? 0 : 1;
    if (value !== Infinity && !(Number.isInteger(value) && value >= least))
      throw invalid(name, String(value), `a whole number from ${least}, or Infinity`);
  }
  if (remembered(limits) > MOST_REMEMBERED)
    throw invalid('maxPeriod times maxCycles', 'too much', `at most ${MOST_REMEMBERED} calls`);
  return limits;
}

/** Returns the number of calls of a chat that are compared. */
export function remembered({ maxRepeats, maxCycles, maxPeriod }: LoopLimits): number {
  const repeats = maxRepeats === Infinity ? 0 : maxRepeats;
  const cycles = maxCycles === Infinity ? 0 : maxCycles * maxPeriod;
  return Math.max(repeats, cycles) + 1;
}

function definedIn(given: Partial<LoopLimits>): Partial<LoopLimits> {
  return Object.fromEntries(
    Object.keys(DEFAULTS).flatMap((name) => {
      const value: unknown = given[name as keyof LoopLimits];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function invalid(name: string, value: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `${name} of stopLoops is ${value}`, `pass ${remedy}`);
}
