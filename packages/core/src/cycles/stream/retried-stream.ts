import type { PartSource, StreamCodec } from '../../contract/adapter/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { isThenable } from '../../maybe-promise.ts';
import { errorOf } from '../../errors/failure.ts';
import { GatedStream } from './gated-stream.ts';
import { pause } from '../step/pause.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import {
  failureOf,
  type OpenedStream,
  type Out,
  type Pulled,
  type StreamSource,
} from './stream-source.ts';

/** Opens the next attempt, with this many retries left. */
export type Reopen<Part> = (retriesLeft: number) => Promise<OpenedStream<Part>>;

/**
 * Makes one stream for its reader out of one or more attempts. An attempt that no longer flows cancels its source. The
 * result is a stream of the platform if the source is one, else an object that is as cheap as the source.
 */
export function retriedStream<Part, Source extends PartSource<Part>>(
  chat: RunningChat,
  codec: StreamCodec<Part>,
  first: StreamSource<Part, Source>,
  reopen: Reopen<Part>,
): ReadableStream<Part> | Source {
  const attempts = new Attempts(chat, codec, first, reopen);
  return first.stream instanceof ReadableStream
    ? piped(attempts)
    : // Callers with a cheaper source only use `getReader`, so the result has nothing else.
      (directly(attempts) as Source);
}

/** The attempts of one stream. Only the last of them flows. */
class Attempts<Part> {
  /** The attempt that flows. */
  gated: GatedStream<Part>;
  /** The error that the stream ended with. */
  broken: { readonly error: unknown } | undefined;
  readonly #chat: RunningChat;
  readonly #codec: StreamCodec<Part>;
  readonly #reopen: Reopen<Part>;
  #retriesLeft: number;

  constructor(
    chat: RunningChat,
    codec: StreamCodec<Part>,
    first: StreamSource<Part>,
    reopen: Reopen<Part>,
  ) {
    this.#chat = chat;
    this.#codec = codec;
    this.#reopen = reopen;
    this.#retriesLeft = first.asked.retriesLeft;
    this.gated = new GatedStream(chat, codec, first);
  }

  async retry(out: Out<Part>, delayMs: number): Promise<Pulled> {
    void this.gated.cancel(undefined);
    await pause(delayMs, this.#chat.signal);
    const opened = await this.#reopen(this.#retriesLeft - 1);
    if (opened.kind !== 'source') return endWith(this.#chat, out, this.#codec, opened);
    this.#retriesLeft = opened.source.asked.retriesLeft;
    this.gated = new GatedStream(this.#chat, this.#codec, opened.source);
    return 'more';
  }

  fail(error: unknown): never {
    void this.gated.cancel(error);
    this.broken = { error: failureOf(this.#chat, this.#codec, error) };
    throw this.broken.error;
  }
}

/**
 * Returns a function that reads until one or more parts have left or the stream is closed, and then returns what `left`
 * returns. The same listeners serve every part. A part for which no hook is awaited takes one turn of the event loop.
 */
function puller<Part, T>(
  attempts: Attempts<Part>,
  out: Out<Part>,
  left: () => MaybePromise<T>,
): () => Promise<T> {
  const fail = (error: unknown): never => attempts.fail(error);
  const settle = (pulled: Pulled): MaybePromise<T> => {
    if (pulled === 'emitted' || pulled === 'closed') return left();
    return pulled === 'more' ? pull() : attempts.retry(out, pulled.delayMs).then(settle, fail);
  };
  const arrived = (read: ReadableStreamReadResult<Part>): MaybePromise<T> => {
    try {
      const pulled = attempts.gated.accept(out, read);
      return isThenable(pulled) ? pulled.then(settle, fail) : settle(pulled);
    } catch (error) {
      return fail(error);
    }
  };
  const broke = (thrown: unknown): Promise<T> =>
    attempts.gated.fail(out, thrown).then(settle, fail);
  const pull = (): Promise<T> => attempts.gated.read().then(arrived, broke);
  return pull;
}

/** Passes parts to a stream of the platform, which has one controller. */
function piped<Part>(attempts: Attempts<Part>): ReadableStream<Part> {
  let pull: (() => Promise<void>) | undefined;
  return new ReadableStream<Part>(
    {
      pull: (out) => (pull ??= puller(attempts, out, () => undefined))(),
      cancel: (reason) => attempts.gated.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Passes parts to one reader that asks for one after the other. */
function directly<Part>(attempts: Attempts<Part>): PartSource<Part> {
  const waiting: Part[] = [];
  let isOver = false;
  const out: Out<Part> = {
    enqueue: (part) => void waiting.push(part),
    close: () => void (isOver = true),
  };
  const take = (): MaybePromise<ReadableStreamReadResult<Part>> => {
    if (waiting.length > 0) return { done: false, value: waiting.shift()! };
    return isOver ? { done: true, value: undefined } : read();
  };
  const pull = puller(attempts, out, take);
  const read = (): Promise<ReadableStreamReadResult<Part>> =>
    attempts.broken === undefined ? pull() : Promise.reject(attempts.broken.error);
  return {
    getReader: () => ({
      read: () => (isOver || waiting.length > 0 ? Promise.resolve(take()) : read()),
      cancel(reason) {
        // As in a stream of the platform, a stream that has ended has nothing to cancel.
        if (attempts.broken || (isOver && waiting.length === 0)) return Promise.resolve();
        isOver = true;
        waiting.length = 0;
        return attempts.gated.cancel(reason);
      },
    }),
  };
}

function endWith<Part>(
  chat: RunningChat,
  out: Out<Part>,
  codec: StreamCodec<Part>,
  opened: Exclude<OpenedStream<Part>, { kind: 'source' }>,
): 'closed' {
  if (opened.kind === 'error') {
    chat.calls.failed = true;
    throw 'thrown' in opened ? opened.thrown : errorOf(opened.error);
  }
  const parts = opened.kind === 'parts' ? opened.parts : codec.refuse(opened, false, []);
  for (const part of parts) out.enqueue(part);
  out.close();
  return 'closed';
}
