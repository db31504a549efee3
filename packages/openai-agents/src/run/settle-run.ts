import { DeniedError } from '@interpose/core';
import type { AgentRun } from './host-run.ts';

interface Result {
  readonly interruptions?: readonly unknown[];
}

interface StreamedResult extends Result {
  readonly completed: Promise<void>;
  readonly cancelled: boolean;
  readonly _done: (this: StreamedResult) => void;
  readonly _raiseError: (this: StreamedResult, error: unknown) => void;
}

/** Gives the caller what the run came to, and ends its chats with exactly that. */
export async function settleRun(run: AgentRun, act: () => Promise<unknown>): Promise<unknown> {
  try {
    const result = (await act()) as Result;
    if (isStreamed(result)) return watch(run, result);
    if (run.fatal !== undefined) throw run.fatal.error;
    await finish(run, result);
    return result;
  } catch (error) {
    const shown = shownError(run, error);
    await run.failed(shown);
    throw shown;
  }
}

function isStreamed(result: Result): result is StreamedResult {
  return 'completed' in result && '_done' in result;
}

async function finish(run: AgentRun, { interruptions = [] }: Result): Promise<void> {
  if (interruptions.length > 0) for (const layer of run.layers) layer.suspended = true;
  await run.done();
}

/** The error of a hook, or a refusal, and not what the SDK made of it. */
function shownError(run: AgentRun, error: unknown): unknown {
  if (run.fatal !== undefined) return run.fatal.error;
  return deniedIn(error) ?? error;
}

/** The SDK wraps what a tool throws. */
function deniedIn(error: unknown): DeniedError | undefined {
  const wrapped = (error as { readonly error?: unknown } | undefined)?.error;
  return DeniedError.isInstance(wrapped) ? wrapped : undefined;
}

/**
 * The SDK runs a streamed run to its end whether anybody reads it or not. Its last two steps wait for the chats to
 * end, so that whoever has read the stream knows that they have.
 */
function watch(run: AgentRun, result: StreamedResult): StreamedResult {
  const { _done: ownDone, _raiseError: ownRaise } = result;
  const done = (): void => ownDone.call(result);
  const raise = (error: unknown): void => ownRaise.call(result, error);
  define(result, '_done', () => {
    if (run.fatal !== undefined) return void fail(run.fatal.error);
    const ending = result.cancelled ? run.aborted(reasonOf(run)) : finish(run, result);
    void ending.then(done, (error: unknown) => raise(error));
  });
  const fail = (error: unknown): Promise<void> => {
    const shown = shownError(run, error);
    return run.failed(shown).then(
      () => raise(shown),
      () => raise(shown),
    );
  };
  define(result, '_raiseError', (error: unknown) => void fail(error));
  // Where the loop had ended before it could be watched.
  result.completed
    .then(
      () => (run.ended ? undefined : finish(run, result)),
      (error: unknown) => (run.ended ? undefined : run.failed(error)),
    )
    .catch(() => undefined);
  return result;
}

function reasonOf(run: AgentRun): unknown {
  const { signal } = run.chat;
  return signal.aborted ? signal.reason : new DOMException('The stream was left.', 'AbortError');
}

function define(result: object, key: string, value: unknown): void {
  Object.defineProperty(result, key, { configurable: true, writable: true, value });
}
