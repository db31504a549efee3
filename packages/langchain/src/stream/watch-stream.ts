import { IterableReadableStream } from '@langchain/core/utils/stream';
import { endWhenForgotten, isDict } from '@interpose/adapter-kit';
import { runInChat } from '@interpose/core/adapter';
import type { ChatRun } from '../run/host-run.ts';
import { bindHere } from '../run/storage.ts';

/** What becomes of the host's stream when its consumer stops. */
type Leave = <T>(reader: ReadableStreamDefaultReader<T>, reason: unknown) => Promise<void>;

/** The same stream; its chat ends with what is read from it: the end, an error, or that the consumer stopped. */
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
  // Whoever iterates, as most do, has no second stream of the platform between themselves and the first.
  watched.next = read as typeof watched.next;
  return endWhenForgotten(watched, run);
}

/**
 * The same, for the events of a run. LangChain goes on with a run whose events nobody reads any more, and hears of its
 * error only when they have been read to their end; else the error ends the process.
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

/** Reads within the chat: the graph goes on in what surrounds whoever reads first. */
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

/** A graph that pauses says so in its updates and values, alone or behind the name of its mode. */
function isInterrupt(part: unknown): boolean {
  const value: unknown = Array.isArray(part) ? part.at(-1) : part;
  return isDict(value) && '__interrupt__' in value;
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
