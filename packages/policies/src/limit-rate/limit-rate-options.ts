import { InterposeError, type NameMatch, type StateStore } from '@interpose/core';

import { checkPer, type LimitPer, type LimitScope } from '../shared/stores/limit-key.ts';

/**
 * The events `limitRate` can count.
 *
 * @example
 * const on: readonly RateEvent[] = ['preRequest', 'onUserMessage'];
 */
export type RateEvent = (typeof RATE_EVENTS)[number];

const RATE_EVENTS = [
  'preToolCall',
  'preRequest',
  'onUserMessage',
  'onTrigger',
  'preDelegate',
] as const;

/**
 * Options of `limitRate`.
 *
 * @example
 * const options: LimitRateOptions = { limit: 5, windowMs: 60_000, per: ['user', 'tool'], tool: 'send_*' };
 */
export interface LimitRateOptions {
  /** How many steps may pass in any window: a whole number above 0. */
  readonly limit: number;
  /** The length of the sliding window in milliseconds. */
  readonly windowMs: number;
  /** Who has the limit. Default: each session; in unnamed sessions each agent, for each user. */
  readonly per?: LimitPer;
  /** Who has the limit when `per` is unknown, for example without a user. Without a fallback such a step is denied. */
  readonly fallback?: LimitScope;
  /** The events to count. Default: `['preToolCall']`. */
  readonly on?: readonly RateEvent[];
  /** Counts only calls of these tools. */
  readonly tool?: NameMatch;
  /** Where the counts are kept; processes with the same store share them. Default: the memory of this process. */
  readonly store?: StateStore;
  /** Keeps otherwise equal limits apart that share a store. */
  readonly name?: string;
  /** The text that people read in a refusal. */
  readonly message?: string;
}

/** @throws InterposeError `invalid_option`. */
export function checkRateOptions(options: LimitRateOptions): void {
  const { limit, windowMs, per, fallback, on, tool } = options;
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw invalid(`limit is ${String(limit)}`, 'pass a whole number above 0');
  if (!Number.isFinite(windowMs) || windowMs <= 0)
    throw invalid(`windowMs is ${String(windowMs)}`, 'pass milliseconds above 0');
  if (per !== undefined) checkPer('limitRate', 'per', per);
  if (fallback !== undefined) checkPer('limitRate', 'fallback', fallback);
  if (on !== undefined && (on.length === 0 || on.some((event) => !RATE_EVENTS.includes(event))))
    throw invalid(`on is ${JSON.stringify(on)}`, `pass some of ${RATE_EVENTS.join(', ')}`);
  if (tool !== undefined && on !== undefined && !on.includes('preToolCall'))
    throw invalid('tool is given but no calls are counted', "add 'preToolCall' to on, or drop it");
  const others = (on ?? []).some((event) => event !== 'preToolCall');
  if (others && [per].flat().includes('tool') && (fallback === undefined || fallback === 'tool'))
    throw invalid(
      'per holds tool, which only calls have, so all else in on would be denied',
      "count only 'preToolCall', or pass a fallback",
    );
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `${problem} in limitRate`, remedy);
}
