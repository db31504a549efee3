import type { MaybePromise } from '@interpose/core';

/** A run that ends once nobody can read its stream any more. */
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
 * Ends a run as aborted once nobody holds its stream: a stream that an app never read, or stopped reading without
 * cancelling it, reports no end itself. The run must not reference `stream`, not even indirectly. If the runtime does
 * not report collected objects, `hooks.close()` ends the run.
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
 * Stops waiting for the stream of a run that has ended, so that the run is not kept until then.
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
