import { InterposeError, type Context, type NameMatch, type StateStore } from '@interpose/core';

import { checkPer, type LimitPer } from '../shared/stores/limit-key.ts';

/**
 * Options of `cache`.
 *
 * @example
 * const options: CacheOptions = { tools: ['search', 'get_*'], requests: 'deterministic', ttlMs: 60_000 };
 */
export interface CacheOptions {
  /** Tools that only read, so that the cache may answer for them: names, globs or RegExps. Default: none. */
  readonly tools?: NameMatch | readonly NameMatch[];
  /** True: also tools that declare themselves read-only (`readOnlyHint`). Only for servers you trust. */
  readonly readOnlyTools?: boolean;
  /** Requests the cache may answer: `deterministic` (temperature 0), all, or those a function picks. Default: none. */
  readonly requests?: 'deterministic' | 'all' | false | ((ctx: Context<'preRequest'>) => boolean);
  /** Who shares answers. Default: each user has their own, and each session where no user is known. */
  readonly per?: LimitPer;
  /** Milliseconds that an answer is kept. Default: 300000. */
  readonly ttlMs?: number;
  /** Bytes of JSON above which an answer is not kept. Default: 262144. */
  readonly maxBytes?: number;
  /** Milliseconds that a look into the cache may take before the step runs without it. Default: 1000. */
  readonly timeoutMs?: number;
  /** Where answers are kept. Default: the memory of this process. */
  readonly store?: StateStore;
  /** Keeps caches apart that share a store. Default: `default`. */
  readonly name?: string;
}

/** @throws InterposeError `invalid_option`. */
export function checkCacheOptions(options: CacheOptions): void {
  const { tools, readOnlyTools = false, requests = false, per } = options;
  if (toolMatches(tools).length === 0 && !readOnlyTools && requests === false)
    throw invalid('nothing is cached', 'pass tools, readOnlyTools or requests');
  if (!toolMatches(tools).every((match) => isMatch(match)))
    throw invalid('tools holds something that names no tool', 'pass names, globs or RegExps');
  if (typeof requests !== 'function' && !REQUESTS.has(requests))
    throw invalid(
      `requests is ${JSON.stringify(requests)}`,
      "pass 'deterministic', 'all', false or a function",
    );
  if (per !== undefined) checkPer('cache', 'per', per);
  for (const name of ['ttlMs', 'maxBytes', 'timeoutMs'] as const) {
    const value = options[name];
    if (value !== undefined && !(Number.isFinite(value) && value > 0))
      throw invalid(`${name} is ${String(value)}`, 'pass a number above 0');
  }
}

/** Returns the option `tools` as a list. */
export function toolMatches(tools: CacheOptions['tools'] = []): readonly NameMatch[] {
  return Array.isArray(tools) ? (tools as readonly NameMatch[]) : [tools as NameMatch];
}

const REQUESTS: ReadonlySet<unknown> = new Set(['deterministic', 'all', false]);

function isMatch(match: unknown): boolean {
  return (typeof match === 'string' && match !== '') || match instanceof RegExp;
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `${problem} in cache`, remedy);
}
