import type { MaybePromise } from '@interpose/core';

/** What ends once nobody can read its stream any more. */
interface Abandonable {
  aborted(reason: unknown): MaybePromise<void>;
}

const forgotten =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry<Abandonable>((run) => {
        const reason = new DOMException('The stream was abandoned.', 'AbortError');
        Promise.resolve(run.aborted(reason)).catch(() => undefined);
      });

/**
 * Ends a run as aborted once nobody holds the stream that tells how it ends: a stream that an app asked for and never
 * read, or stopped reading without a word, says nothing itself. Nothing the run leads to may lead to `stream`. Where the
 * runtime collects without telling, `hooks.close()` ends the run.
 *
 * @example
 * const run = new HostRun();
 * const stream = endWhenForgotten(streamOf(['hel', 'lo']), run);
 * await stream.getReader().read(); // => { done: false, value: 'hel' }
 */
export function endWhenForgotten<Stream extends object>(stream: Stream, run: Abandonable): Stream {
  forgotten?.register(stream, run, run);
  return stream;
}

/**
 * Says that a run has ended, so that nobody waits for its stream to be forgotten, nor keeps the run until then.
 *
 * @example
 * const run = new HostRun();
 * const stream = endWhenForgotten(streamOf(['hel', 'lo']), run);
 * await run.done();
 * endedBeforeForgotten(run);
 */
export function endedBeforeForgotten(run: Abandonable): void {
  forgotten?.unregister(run);
}
