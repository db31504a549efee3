import { DeniedError, type MaybePromise } from '@interpose/core';
import type { ChatRun } from './host-run.ts';
import type { FollowedSignal } from '../stream/followed-signal.ts';
import { endWhenForgotten, isThenable } from '@interpose/adapter-kit';
import { reportProviderCalls } from '../tools/provider-tools.ts';
import { StreamWatch } from '../stream/watch-stream.ts';

/** The runs that one call opens. */
export interface Opening {
  /** The last run; undefined until it is open. */
  readonly run?: ChatRun | undefined;
  /** The runs before it, if the agent's class makes more than one call. */
  readonly earlier?: readonly ChatRun[] | undefined;
}

/**
 * The runs that one call of an agent opens. It is a class without getters: an object literal would have a hidden class
 * of its own, which keeps the run in memory until a full collection.
 */
export class OpenedRuns implements Opening {
  run: ChatRun | undefined;
  earlier: ChatRun[] | undefined;

  add(run: ChatRun): void {
    if (this.run !== undefined) (this.earlier ??= []).push(this.run);
    this.run = run;
  }
}

/** Returns the call's result to the caller, and ends its chat with exactly that result or error. */
export async function settleCall<T>(opening: Opening, call: () => MaybePromise<T>): Promise<T> {
  let result: T;
  try {
    result = await call();
    const { run } = opening;
    if (run?.fatal !== undefined) throw run.fatal.error;
    const finishing = run === undefined ? undefined : finish(run);
    if (isThenable(finishing)) await finishing;
  } catch (error) {
    throw await failRuns(error, opening);
  }
  if (opening.earlier !== undefined) await endEach(opening.earlier);
  return result;
}

/** Ends the runs of a failed call. Returns the error for its caller. */
async function failRuns(error: unknown, { run, earlier = [] }: Opening): Promise<unknown> {
  const shown = shownError(error, run);
  await run?.failed(shown);
  for (const before of earlier) await before.failed(shown);
  return shown;
}

async function endEach(runs: readonly ChatRun[]): Promise<void> {
  for (const run of runs) {
    if (run.fatal !== undefined) throw run.fatal.error;
    await run.done();
  }
}

function finish(run: ChatRun): MaybePromise<void> {
  return run.opened === undefined || run.remembered !== undefined ? reportAndEnd(run) : run.done();
}

async function reportAndEnd(run: ChatRun): Promise<void> {
  await reportProviderCalls(run, await run.chat);
  await run.done();
}

/** Returns a DeniedError for a refusal that the SDK could not pass on, for example because it requires a tool call. */
function shownError(error: unknown, run: ChatRun | undefined): unknown {
  const denial = run?.refusal;
  if (denial === undefined || DeniedError.isInstance(error)) return error;
  return Object.assign(new DeniedError(denial), { cause: error });
}

/** Returns the result of a streaming call to the caller; its chat ends when the stream has been read. */
export async function settleStream<T>(
  opening: Opening,
  followed: FollowedSignal,
  call: () => PromiseLike<T>,
  watch: (result: T, run: ChatRun, followed: FollowedSignal) => T = watchResult,
): Promise<T> {
  let result: T;
  try {
    const made = await call();
    result = opening.run === undefined ? made : watch(made, opening.run, followed);
  } catch (error) {
    followed.release();
    throw await failRuns(error, opening);
  }
  if (opening.earlier !== undefined) await endEach(opening.earlier);
  return result;
}

interface StreamResult {
  teeStream?: () => ReadableStream<unknown>;
  baseStream?: ReadableStream<unknown>;
  readonly totalUsage?: PromiseLike<unknown>;
}

/**
 * Watches every way to read the result of a streaming call. The SDK does not tell anybody when a consumer stops
 * reading, or never starts.
 */
export function watchResult<T>(result: T, run: ChatRun, followed: FollowedSignal): T {
  const watch = new StreamWatch(run, followed);
  const streamed = result as StreamResult;
  endWhenForgotten(streamed, watch);
  if (typeof streamed.teeStream === 'function') {
    const tee = streamed.teeStream;
    // Only the result holds `followed`, so it lives as long as the result.
    const value = (): ReadableStream<unknown> => watch.watch(tee.call(streamed), followed);
    // Not enumerable, like the method of a class.
    Object.defineProperty(streamed, 'teeStream', { value, configurable: true, writable: true });
  } else if (streamed.baseStream instanceof ReadableStream) {
    streamed.baseStream = watch.watch(streamed.baseStream, followed);
  } else {
    watch.settleWith(Promise.resolve(streamed.totalUsage));
  }
  return result;
}

/** Watches a single stream in the same way. */
export function watchStream<T>(
  source: ReadableStream<T>,
  run: ChatRun,
  followed: FollowedSignal,
): ReadableStream<T> {
  const watch = new StreamWatch(run, followed);
  return endWhenForgotten(watch.watch(source, followed), watch);
}
