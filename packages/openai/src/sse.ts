import { readEvent, type SsePart } from './sse-part.ts';

const BOUNDARY = /\r\n\r\n|\n\n|\r\r/;

/** The events of a body, each as the parts that `split` makes of it; read only as fast as they are taken. */
export function decodeEvents(
  body: ReadableStream<Uint8Array>,
  split: (part: SsePart) => readonly SsePart[],
): ReadableStream<SsePart> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const take = (out: ReadableStreamDefaultController<SsePart>): boolean => {
    let taken = false;
    for (let found = BOUNDARY.exec(text); found !== null; found = BOUNDARY.exec(text)) {
      const end = found.index + found[0].length;
      for (const part of split(readEvent(text.slice(0, end)))) out.enqueue(part);
      text = text.slice(end);
      taken = true;
    }
    return taken;
  };
  return new ReadableStream<SsePart>(
    {
      async pull(out) {
        for (;;) {
          const { done, value } = await reader.read();
          text += done ? decoder.decode() : decoder.decode(value, { stream: true });
          if (done && text.trim() !== '') text += '\n\n';
          const taken = take(out);
          if (done) out.close();
          if (done || taken) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** What happens to a stream of events on its way to the caller. */
export interface StreamWatch {
  /** Before an event leaves: the stream waits for it. */
  passing(part: SsePart): void | PromiseLike<void>;
  ended(): void | PromiseLike<void>;
  failed(error: unknown): void | PromiseLike<void>;
  left(reason: unknown): void | PromiseLike<void>;
}

/** The body of these events, and what becomes of it told to `watch`. */
export function encodeEvents(
  events: ReadableStream<SsePart>,
  watch: StreamWatch,
): ReadableStream<Uint8Array> {
  const reader = events.getReader();
  const encoder = new TextEncoder();
  const fail = async (out: ReadableStreamDefaultController, error: unknown): Promise<void> => {
    await watch.failed(error);
    out.error(error);
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            await watch.ended();
            return out.close();
          }
          if (value.fails !== undefined) return await fail(out, value.fails.error);
          await watch.passing(value);
          out.enqueue(encoder.encode(value.raw));
        } catch (error) {
          await fail(out, error);
        }
      },
      async cancel(reason) {
        await watch.left(reason);
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
