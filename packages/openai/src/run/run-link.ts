import { isThenable } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import type { CallRun } from './host-run.ts';

/** The key of the runs in the options of a request; the client copies it into every attempt that it sends. */
const RUNS: unique symbol = Symbol('interpose.openai.runs');

/** One run for each registry that hooked the client. */
type Runs = ReadonlyMap<Hooks, CallRun>;

/** The options of a request that carry the link to its runs. */
interface LinkedOptions {
  readonly fetchOptions?: LinkedInit;
  readonly [option: string]: unknown;
}

/** The options that the client passes to `fetch`. */
export type LinkedInit = RequestInit & { readonly [RUNS]?: Runs };

/** Returns the options with the run added to the runs of their request. */
export function withRun(options: unknown, run: CallRun): unknown {
  if (isThenable(options)) return options.then((given) => withRun(given, run));
  const { fetchOptions, ...rest } = (options ?? {}) as LinkedOptions;
  const runs = new Map(fetchOptions?.[RUNS]).set(run.hooks, run);
  return { ...rest, fetchOptions: { ...fetchOptions, [RUNS]: runs } };
}

/** Returns the run of this registry that these options belong to, if there is one. */
export function runOfOptions(options: unknown, hooks: Hooks): CallRun | undefined {
  const { fetchOptions } = (options ?? {}) as LinkedOptions;
  return fetchOptions?.[RUNS]?.get(hooks);
}

/** Returns the run of this registry that a request belongs to, and the request without the link to that run. */
export function takeRun(
  init: LinkedInit,
  hooks: Hooks,
): { readonly run: CallRun | undefined; readonly init: RequestInit } {
  const { [RUNS]: runs, ...rest } = init;
  if (runs === undefined) return { run: undefined, init };
  const run = runs.get(hooks);
  if (run !== undefined && runs.size === 1) return { run, init: rest };
  const others = new Map(runs);
  others.delete(hooks);
  const left: LinkedInit = { ...rest, [RUNS]: others };
  return { run, init: left };
}
