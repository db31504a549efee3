import type { MaybePromise } from '@interpose/core';
import type { PartSource } from '@interpose/core/adapter';
import type { SsePart } from './part.ts';

/** What happens to a stream of events on its way to the caller. */
export interface StreamWatch {
  /** Before an event leaves: the stream waits for it. */
  passing(part: SsePart): MaybePromise<void>;
  ended(): MaybePromise<void>;
  failed(error: unknown): MaybePromise<void>;
  left(reason: unknown): MaybePromise<void>;
}

/** The body of these events, and what becomes of it told to `watch`. */
export function encodeEvents(
  events: PartSource<SsePart>,
  watch: StreamWatch,
): ReadableStream<Uint8Array> {
  const reader = events.getReader();
  const encoder = new TextEncoder();
  let out: ReadableStreamDefaultController<Uint8Array>;
  const fail = async (error: unknown): Promise<void> => {
    await watch.failed(error);
    out.error(error);
  };
  const send = ({ raw, bytes }: SsePart): void => out.enqueue(bytes ?? encoder.encode(raw));
  const pass = ({ done, value }: ReadableStreamReadResult<SsePart>): MaybePromise<void> => {
    if (done) return Promise.resolve(watch.ended()).then(() => out.close());
    if (value.fails !== undefined) return fail(value.fails.error);
    const passing = watch.passing(value);
    return passing === undefined ? send(value) : Promise.resolve(passing).then(() => send(value));
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        out = controller;
      },
      pull: () => reader.read().then(pass).catch(fail),
      async cancel(reason) {
        await watch.left(reason);
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
