import { DeniedError, type MaybePromise } from '@interpose/core';
import type { ChatRun } from './host-run.ts';
import type { FollowedSignal } from '../stream/followed-signal.ts';
import { endWhenForgotten, isThenable } from '@interpose/adapter-kit';
import { reportProviderCalls } from '../tools/provider-tools.ts';
import { StreamWatch } from '../stream/watch-stream.ts';

/** What opens a run. */
export interface Opening {
  /** The run, once it is open. */
  readonly run?: ChatRun | undefined;
  /** The runs before it, of an agent whose class asks more than once. */
  readonly earlier?: readonly ChatRun[] | undefined;
}

/**
 * The runs that one call of an agent opens. A class without getters: in a literal they have a shape of their own, which
 * keeps the run until a full collection.
 */
export class OpenedRuns implements Opening {
  run: ChatRun | undefined;
  earlier: ChatRun[] | undefined;

  add(run: ChatRun): void {
    if (this.run !== undefined) (this.earlier ??= []).push(this.run);
    this.run = run;
  }
}

/** Gives the caller what the call resolved to, and ends its chat with exactly that. */
export async function settleCall<T>(opening: Opening, call: () => PromiseLike<T>): Promise<T> {
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

/** Ends the runs of a call that failed, and gives what its caller is shown. */
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
  return run.opened === undefined || run.noted !== undefined ? reportAndEnd(run) : run.done();
}

async function reportAndEnd(run: ChatRun): Promise<void> {
  await reportProviderCalls(run, await run.chat);
  await run.done();
}

/** A refusal that the SDK could not carry, such as one under a tool choice it insists on, is a DeniedError. */
function shownError(error: unknown, run: ChatRun | undefined): unknown {
  const denial = run?.refusal;
  if (denial === undefined || DeniedError.isInstance(error)) return error;
  return Object.assign(new DeniedError(denial), { cause: error });
}

/** Gives the caller the result of a streaming call; its chat ends with what is read from it. */
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
 * Watches every way in which the result of a streaming call can be read. The SDK itself tells nobody
 * when a consumer stops reading, or never begins.
 */
export function watchResult<T>(result: T, run: ChatRun, followed: FollowedSignal): T {
  const watch = new StreamWatch(run, followed);
  const streamed = result as StreamResult;
  endWhenForgotten(streamed, watch);
  if (typeof streamed.teeStream === 'function') {
    const tee = streamed.teeStream;
    // `followed` is held by the result alone, as long as the result is.
    const value = (): ReadableStream<unknown> => watch.watch(tee.call(streamed), followed);
    // Unseen, as the method of a class is.
    Object.defineProperty(streamed, 'teeStream', { value, configurable: true, writable: true });
  } else if (streamed.baseStream instanceof ReadableStream) {
    streamed.baseStream = watch.watch(streamed.baseStream, followed);
  } else {
    watch.settleWith(Promise.resolve(streamed.totalUsage));
  }
  return result;
}

/** Watches one stream in the same way. */
export function watchStream<T>(
  source: ReadableStream<T>,
  run: ChatRun,
  followed: FollowedSignal,
): ReadableStream<T> {
  const watch = new StreamWatch(run, followed);
  return endWhenForgotten(watch.watch(source, followed), watch);
}
