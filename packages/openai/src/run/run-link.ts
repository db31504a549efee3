import { isThenable } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import type { CallRun } from './host-run.ts';

/** Where the options of a request carry the runs it belongs to: the client spreads these into every attempt it sends. */
const RUNS: unique symbol = Symbol('interpose.openai.runs');

/** One run for each registry that hooked the client. */
type Runs = ReadonlyMap<Hooks, CallRun>;

/** Options of a request, as far as the link is concerned. */
interface LinkedOptions {
  readonly fetchOptions?: LinkedInit;
  readonly [option: string]: unknown;
}

/** What the client hands to `fetch`. */
export type LinkedInit = RequestInit & { readonly [RUNS]?: Runs };

/** The same options, whose request belongs to this run. */
export function withRun(options: unknown, run: CallRun): unknown {
  if (isThenable(options)) return options.then((given) => withRun(given, run));
  const { fetchOptions, ...rest } = (options ?? {}) as LinkedOptions;
  const runs = new Map(fetchOptions?.[RUNS]).set(run.hooks, run);
  return { ...rest, fetchOptions: { ...fetchOptions, [RUNS]: runs } };
}

/** The run of this registry that these options belong to already. */
export function runOfOptions(options: unknown, hooks: Hooks): CallRun | undefined {
  const { fetchOptions } = (options ?? {}) as LinkedOptions;
  return fetchOptions?.[RUNS]?.get(hooks);
}

/** The run of this registry that a request belongs to, and the request without that link. */
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
