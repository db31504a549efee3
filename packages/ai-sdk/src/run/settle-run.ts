import { DeniedError, type MaybePromise } from '@interpose/core';
import type { ChatRun } from './host-run.ts';
import type { FollowedSignal } from '../stream/followed-signal.ts';
import { endWhenForgotten, isThenable } from '@interpose/adapter-kit';
import { reportProviderCalls } from '../tools/provider-tools.ts';
import { StreamWatch } from '../stream/watch-stream.ts';

/** Gives the caller what the call resolved to, and ends its chat with exactly that. */
export async function settleCall<T>(
  call: () => PromiseLike<T>,
  run: () => ChatRun | undefined,
): Promise<T> {
  try {
    const result = await call();
    const opened = run();
    if (opened?.fatal !== undefined) throw opened.fatal.error;
    const finishing = opened === undefined ? undefined : finish(opened);
    if (isThenable(finishing)) await finishing;
    return result;
  } catch (error) {
    throw await failRun(error, run());
  }
}

/** Ends the run that failed, and gives what its caller is shown. */
async function failRun(error: unknown, run: ChatRun | undefined): Promise<unknown> {
  const shown = shownError(error, run);
  await run?.failed(shown);
  return shown;
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
  call: () => PromiseLike<T>,
  run: () => ChatRun | undefined,
  followed: FollowedSignal,
  watch: (result: T, run: ChatRun, followed: FollowedSignal) => T = watchResult,
): Promise<T> {
  try {
    const result = await call();
    const opened = run();
    return opened === undefined ? result : watch(result, opened, followed);
  } catch (error) {
    followed.release();
    throw await failRun(error, run());
  }
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
