import { IterableReadableStream } from '@langchain/core/utils/stream';
import { endWhenForgotten, isDict } from '@interpose/adapter-kit';
import { runInChat } from '@interpose/core/adapter';
import type { ChatRun } from '../run/host-run.ts';

/** The same stream; its chat ends with what is read from it: the end, an error, or that the consumer stopped. */
export function watchStream<T>(run: ChatRun, source: ReadableStream<T>): IterableReadableStream<T> {
  const reader = source.getReader();
  const fail = async (error: unknown): Promise<never> => {
    const shown = run.fatal === undefined ? error : run.fatal.error;
    await run.failed(shown);
    throw shown;
  };
  const watched = new IterableReadableStream<T>(
    {
      async pull(out) {
        const read = await runInChat(run.chat, () => reader.read()).catch(fail);
        if (!read.done) {
          if (isInterrupt(read.value)) run.suspended = true;
          return out.enqueue(read.value);
        }
        if (run.fatal !== undefined) await fail(run.fatal.error);
        await run.done();
        out.close();
      },
      async cancel(reason) {
        await run.aborted(reason ?? aborted('The stream was cancelled.'));
        await reader.cancel(reason).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return endWhenForgotten(watched, run);
}

/** A graph that pauses says so in its updates and values, alone or behind the name of its mode. */
function isInterrupt(part: unknown): boolean {
  const value: unknown = Array.isArray(part) ? part.at(-1) : part;
  return isDict(value) && '__interrupt__' in value;
}

/** Why a chat ended that nobody read to its end. */
function aborted(message: string): DOMException {
  return new DOMException(message, 'AbortError');
}

/**
 * The run of LangGraph's third streaming protocol as it is: its many views read one run, and `output` tells how
 * that ended. The chat ends with it.
 */
export function watchRunStream(run: ChatRun, source: unknown): unknown {
  const output: unknown = isDict(source) ? source['output'] : undefined;
  Promise.resolve(output)
    .then(
      () => {
        if (isDict(source) && source['interrupted'] === true) run.suspended = true;
        return run.done();
      },
      (error: unknown) => run.failed(error),
    )
    .catch(() => undefined);
  return source;
}
