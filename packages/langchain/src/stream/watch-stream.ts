import { IterableReadableStream } from '@langchain/core/utils/stream';
import { bindHere, endWhenForgotten, isDict } from '@interpose/adapter-kit';
import { runInChat } from '@interpose/core/adapter';
import type { ChatRun } from '../run/host-run.ts';

/** Handles the host's stream when its reader stops. */
type Leave = <T>(reader: ReadableStreamDefaultReader<T>, reason: unknown) => Promise<void>;

/** Returns the stream and ends its chat as reading ends: at the end, with an error, or when the reader stops. */
export function watchStream<T>(
  run: ChatRun,
  source: ReadableStream<T>,
  leave: Leave = cancelled,
): IterableReadableStream<T> {
  const reader = source.getReader();
  const read = readsOf(run, reader);
  const watched = new IterableReadableStream<T>(
    {
      async pull(out) {
        const step = await read();
        if (step.done) out.close();
        else out.enqueue(step.value);
      },
      async cancel(reason) {
        await run.aborted(reason ?? new DOMException('The stream was cancelled.', 'AbortError'));
        await leave(reader, reason);
      },
    },
    { highWaterMark: 0 },
  );
  // Most readers iterate. With this they read the source directly, without a second stream of the platform between.
  watched.next = read as typeof watched.next;
  return endWhenForgotten(watched, run);
}

/**
 * Does the same for the events of a run. If nobody reads the events any more, LangChain goes on with the run. The
 * events have to be read to their end: otherwise an error of the run would end the process.
 */
export function watchEvents<T>(run: ChatRun, source: ReadableStream<T>): IterableReadableStream<T> {
  return watchStream(run, source, async (reader) => {
    readOut(reader).catch(() => undefined);
  });
}

async function cancelled(
  reader: ReadableStreamDefaultReader<unknown>,
  reason: unknown,
): Promise<void> {
  await reader.cancel(reason).catch(() => undefined);
}

async function readOut(reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
  while (!(await reader.read()).done);
}

/** Reads within the chat, because the graph goes on in the context of its first reader. */
function readsOf<T>(
  run: ChatRun,
  reader: ReadableStreamDefaultReader<T>,
): () => Promise<ReadableStreamReadResult<T>> {
  let inChat: (() => Promise<ReadableStreamReadResult<T>>) | undefined;
  return async () => {
    inChat ??= runInChat(run.chat, () => bindHere(() => reader.read()));
    try {
      const step = await inChat();
      if (step.done && run.fatal !== undefined) throw run.fatal.error;
      if (step.done) await run.done();
      else if (isInterrupt(step.value)) run.suspended = true;
      return step;
    } catch (error) {
      const shown = run.fatal === undefined ? error : run.fatal.error;
      await run.failed(shown);
      throw shown;
    }
  };
}

/** Whether a part says that the graph paused: alone, or after the name of its mode, in updates and values. */
function isInterrupt(part: unknown): boolean {
  const value: unknown = Array.isArray(part) ? part.at(-1) : part;
  return isDict(value) && '__interrupt__' in value;
}

/**
 * Returns the run of LangGraph's third streaming protocol unchanged, and ends the chat with it. Its many views read one
 * run, and `output` tells how the run ended.
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
