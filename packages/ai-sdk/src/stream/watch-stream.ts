import { endedBeforeForgotten, isDict, keptError } from '@interpose/adapter-kit';
import type { Dict, MaybePromise } from '@interpose/core';
import type { ChatRun } from '../run/host-run.ts';
import type { FollowedSignal } from './followed-signal.ts';
import { reportProviderCalls } from '../tools/provider-tools.ts';

/** Ends the chat of a streaming call with what its consumers got: the end, an error, an abort, or that they stopped reading. */
export class StreamWatch {
  readonly #run: ChatRun;
  readonly #followed: WeakRef<FollowedSignal>;
  #reading = 0;
  #error: { readonly error: unknown } | undefined;
  #settled = false;

  /**
   * `followed` is aborted once nobody reads any more, so that the SDK lets go of the provider. Its listeners lead
   * to the result, so it is held weakly here: a result that everybody forgot shall be collected.
   */
  constructor(run: ChatRun, followed: FollowedSignal) {
    this.#run = run;
    this.#followed = new WeakRef(followed);
  }

  /** The same stream, one part at a time, watched to its end; it keeps `followed` alive while it is read. */
  watch<T>(source: ReadableStream<T>, followed: FollowedSignal): ReadableStream<T> {
    const reader = source.getReader();
    let out!: ReadableStreamDefaultController<T>;
    let left = false;
    this.#reading++;
    // Made once: a stream has thousands of parts.
    const pass = ({ done, value }: ReadableStreamReadResult<T>): MaybePromise<void> => {
      if (left) return undefined;
      if (done) return this.#end().then(() => out.close());
      const part = partOf(value);
      // Whoever waits for the text of the answer goes on right after the last part. The end of a chat in an error
      // aborts what still flows in it, so that one waits for the end of the stream.
      if (part?.['type'] === 'finish' && this.#error === undefined)
        return this.#end().then(() => out.enqueue(value));
      this.#note(part);
      out.enqueue(value);
    };
    const fail = async (error: unknown): Promise<void> => {
      await this.#settle(() => this.#run.failed(error));
      out.error(error);
    };
    return new ReadableStream<T>(
      {
        start: (controller) => {
          out = controller;
        },
        pull: () => reader.read().then(pass, fail),
        cancel: (reason) => {
          left = true;
          // Not awaited: one of two branches settles only when the other is cancelled too.
          reader.cancel(reason).catch(() => undefined);
          this.#left(reason, followed);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Ends the chat with a promise, where the streams themselves cannot be reached. */
  settleWith(outcome: Promise<unknown>): void {
    outcome
      .then(
        () => this.#end(),
        (error: unknown) => this.#settle(() => this.#run.failed(this.#run.failure?.error ?? error)),
      )
      .catch(() => undefined);
  }

  /** The result was dropped without anybody reading it to its end. */
  aborted(reason: unknown): void {
    this.#giveUp(reason, this.#followed.deref());
  }

  #note(part: Dict | undefined): void {
    if (part?.['type'] === 'error') this.#error = keptError(part['error']);
    if (part?.['type'] !== 'abort') return;
    const { reason } = part;
    const error = aborted(typeof reason === 'string' ? reason : 'The stream was aborted.');
    this.#settle(() => this.#run.failed(error)).catch(() => undefined);
  }

  async #end(): Promise<void> {
    const failure = this.#error ?? this.#run.fatal;
    await this.#settle(() =>
      failure === undefined ? this.#run.done() : this.#run.failed(failure.error),
    );
  }

  /** A consumer who stopped may go on in another way, such as waiting for the whole text; it does so at once. */
  #left(reason: unknown, followed: FollowedSignal): void {
    this.#reading--;
    setTimeout(() => {
      if (this.#reading === 0)
        this.#giveUp(reason ?? aborted('The stream was cancelled.'), followed);
    });
  }

  #giveUp(reason: unknown, followed: FollowedSignal | undefined): void {
    if (this.#settled) return;
    const failure = this.#error;
    this.#settle(() =>
      failure === undefined ? this.#run.aborted(reason) : this.#run.failed(failure.error),
    ).catch(() => undefined);
    followed?.controller.abort(reason);
  }

  async #settle(end: () => MaybePromise<void>): Promise<void> {
    if (this.#settled) return;
    this.#settled = true;
    endedBeforeForgotten(this);
    this.#followed.deref()?.release();
    await reportProviderCalls(this.#run, await this.#run.chat);
    await end();
  }
}

/** The part of a stream; text streams carry theirs beside the output parsed so far. */
function partOf(value: unknown): Dict | undefined {
  if (!isDict(value)) return undefined;
  return isDict(value['part']) ? value['part'] : value;
}

function aborted(message: string): DOMException {
  return new DOMException(message, 'AbortError');
}
