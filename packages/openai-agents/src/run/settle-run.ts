import { DeniedError } from '@interpose/core';
import { inheritMessages } from '@interpose/core/adapter';
import { keepAdmitted, keepRun, runs } from '../data/admitted-input.ts';
import { setHidden } from '../targets/layers.ts';
import type { AgentRun } from './host-run.ts';

interface Result {
  readonly state?: object;
  readonly interruptions?: readonly unknown[];
  readonly cancelled?: boolean;
}

interface StreamedResult extends Result {
  readonly completed: Promise<void>;
  readonly _done: (this: StreamedResult) => void;
  readonly _raiseError: (this: StreamedResult, error: unknown, options?: object) => void;
  readonly _getStreamLoopPromise?: (this: StreamedResult) => Promise<void> | undefined;
  readonly _setStreamLoopPromise?: (this: StreamedResult, loop: Promise<unknown>) => void;
}

/** Returns the result of the run to the caller, and ends its chats with exactly that result or error. */
export async function settleRun(run: AgentRun, act: () => Promise<unknown>): Promise<unknown> {
  try {
    const result = (await act()) as Result;
    if (result.state !== undefined) keepRun(run, result.state, isStreamed(result));
    if (isStreamed(result)) return watch(run, result);
    if (run.fatal !== undefined) throw run.fatal.error;
    await finish(run, result);
    return result;
  } catch (error) {
    const shown = shownError(run, error);
    keepAdmitted(run, stateIn(error));
    await run.failed(shown);
    throw shown;
  }
}

/**
 * Lets the decisions of the earlier run about messages hold in the run that resumes its state. The resumed run may
 * begin with calls that the earlier run left open.
 */
export function goOnFrom(state: object, run: AgentRun): void {
  run.carriesOut = true;
  for (const { chat } of run.layers)
    for (const before of runs.of(state)?.layers ?? [])
      if (before.chat.hooks === chat.hooks) inheritMessages(before.chat, chat);
}

function isStreamed(result: Result): result is StreamedResult {
  return 'completed' in result && '_done' in result;
}

/** Returns the state of the run that the SDK's errors carry; undefined if an error carries none. */
function stateIn(error: unknown): object | undefined {
  const { state } = (error ?? {}) as { readonly state?: unknown };
  return typeof state === 'object' && state !== null ? state : undefined;
}

async function finish(run: AgentRun, result: Result): Promise<void> {
  const { state, interruptions = [], cancelled } = result;
  keepAdmitted(run, state);
  if (cancelled === true) return run.aborted(reasonOf(run));
  if (interruptions.length > 0) for (const layer of run.layers) layer.suspended = true;
  await run.done();
}

/** Returns the error of a hook, or a refusal, and not the SDK's error around it. */
function shownError({ fatal }: AgentRun, error: unknown): unknown {
  if (fatal !== undefined) return fatal.error;
  // The SDK wraps errors that a tool throws.
  const wrapped = (error as { readonly error?: unknown } | undefined)?.error;
  return DeniedError.isInstance(wrapped) ? wrapped : error;
}

/**
 * Makes the last two steps of a streamed run wait until the chats have ended, so that they are over when the reader has
 * read the stream. The SDK runs a streamed run to its end even if nobody reads it.
 */
function watch(run: AgentRun, result: StreamedResult): StreamedResult {
  const { _done: ownDone, _raiseError: ownRaise } = result;
  const { _getStreamLoopPromise: loopOf, _setStreamLoopPromise: setLoop } = result;
  const over = Promise.withResolvers<void>();
  const done = (): void => over.resolve(ownDone.call(result));
  const raise = (error: unknown, options?: object): void =>
    over.resolve(ownRaise.call(result, error, options));
  // The SDK may report an error and also finish the run: the error has to win.
  let failing: Promise<void> | undefined;
  const fail = async (cause: unknown, options?: object): Promise<void> => {
    const shown = shownError(run, cause);
    keepAdmitted(run, result.state);
    await run.failed(shown).catch(() => undefined);
    raise(shown, options);
  };
  setHidden(result, '_done', () => {
    if (failing !== undefined) return void failing.then(done);
    if (run.fatal !== undefined) return void fail(run.fatal.error);
    void finish(run, result).then(done, raise);
  });
  setHidden(result, '_raiseError', (error: unknown, options?: object) => {
    failing = fail(error, options);
  });
  // Spans around the run look for its error when the SDK's loop has ended.
  const loop = Promise.all([loopOf?.call(result), over.promise]);
  setLoop?.call(result, loop);
  // Covers a loop that ended before it could be watched.
  result.completed
    .then(
      () => (run.ended ? undefined : finish(run, result)),
      (error: unknown) => (run.ended ? undefined : run.failed(error)),
    )
    .then(over.resolve, over.resolve);
  return result;
}

function reasonOf(run: AgentRun): unknown {
  const { signal } = run.chat;
  return signal.aborted ? signal.reason : new DOMException('The stream was left.', 'AbortError');
}
