import {
  checkOptions,
  type Context,
  definePolicy,
  InterposeError,
  type NameMatch,
  type OptionKind,
  type Policy,
  retry,
  type RetryVerdict,
} from '@interpose/core';

import { retryAfterMs } from '../shared/events/retry-after.ts';
import { isTransientStatus, statusOf } from '../shared/events/status-of.ts';
import { listedTools } from '../shared/names/listed-tools.ts';
import { matchNames } from '../shared/names/match-names.ts';
import { backoffMs, type Backoff } from './backoff.ts';

const OPTIONS = {
  tools: 'any',
  trustHints: 'boolean',
  maxAttempts: 'whole number',
  when: 'function',
  baseMs: 'any',
  maxMs: 'any',
  random: 'function',
} satisfies Record<keyof RetryToolsOptions, OptionKind>;

/**
 * Options of `retryTools`.
 *
 * @example
 * const options: RetryToolsOptions = { tools: ['fetch_*'], maxAttempts: 2, maxMs: 2000 };
 */
export interface RetryToolsOptions extends Partial<Backoff> {
  /** Tools that may run twice, beside those whose hints say so. Default: none. */
  readonly tools?: readonly NameMatch[];
  /** False: only `tools`, whatever the hints of other tools say. Default: true. */
  readonly trustHints?: boolean;
  /** Attempts for one call, including the first. Default: 3. The registry's `retries` limits it too. */
  readonly maxAttempts?: number;
  /** Which failures may be temporary. Default: those without an HTTP status, and 408, 425, 429 and 5xx. */
  readonly when?: (ctx: Context<'onToolCallError'>) => boolean;
}

/**
 * Runs a tool again after a throw or a timeout, if it is in `tools` or its hints say idempotent or read-only.
 *
 * @example
 * const hooks = createHooks({ policies: [retryTools({ tools: ['weather'] })], retries: 2 });
 * @throws InterposeError `invalid_option` for bounds that are no numbers.
 */
export function retryTools(options?: RetryToolsOptions): Policy;
export function retryTools(options: RetryToolsOptions = {}, ...more: readonly unknown[]): Policy {
  checkOptions('retryTools', options, OPTIONS, more);
  const { tools = [], trustHints = true, maxAttempts = 3, when = mayPass } = options;
  const { baseMs = 200, maxMs = 10_000, random = Math.random } = options;
  checkBounds({ maxAttempts, baseMs, maxMs });
  const isListed = matchNames('retryTools tools', tools);
  const backoff: Backoff = { baseMs, maxMs, random };
  return definePolicy({
    name: 'retry-tools',
    version: '1.0.0',
    hooks: {
      onToolCallError: [
        (ctx): RetryVerdict | undefined => {
          const { cause, attempt, call, can, error, at } = ctx;
          if ((cause !== 'threw' && cause !== 'timeout') || attempt >= maxAttempts)
            return undefined;
          if (!can.includes('retry')) return undefined;
          if (!isListed(call.name) && !(trustHints && mayRunTwice(ctx))) return undefined;
          const passes: unknown = when(ctx);
          if (passes !== true) return undefined;
          const delayMs = backoffMs(backoff, attempt, retryAfterMs(error, at));
          return delayMs === undefined ? undefined : retry({ delayMs });
        },
        ...listedTools(tools),
      ],
    },
  });
}

function mayRunTwice({ call, tool }: Context<'onToolCallError'>): boolean {
  const { idempotentHint, readOnlyHint } = tool.annotations ?? {};
  return call.name === tool.name && (idempotentHint === true || readOnlyHint === true);
}

function mayPass({ error }: Context<'onToolCallError'>): boolean {
  const status = statusOf(error);
  return status === undefined || isTransientStatus(status);
}

function checkBounds(bounds: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(bounds)) {
    if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) continue;
    throw new InterposeError(
      'invalid_option',
      `${name} of retryTools is ${String(value)}`,
      'pass a number that is not negative',
    );
  }
}
