import { endedBeforeForgotten, isDict, keptError } from '@interpose/adapter-kit';
import type { Dict, MaybePromise } from '@interpose/core';
import type { ChatRun } from '../run/host-run.ts';
import type { FollowedSignal } from './followed-signal.ts';
import { reportProviderCalls } from '../tools/provider-tools.ts';

/** Ends the chat of a streaming call as its readers saw it end: done, with an error, aborted, or no longer read. */
export class StreamWatch {
  readonly #run: ChatRun;
  readonly #followed: WeakRef<FollowedSignal>;
  #reading = 0;
  #error: { readonly error: unknown } | undefined;
  #settled = false;

  /**
   * `followed` is aborted when nobody reads any more, so that the SDK stops the provider. It is held weakly: its
   * listeners reference the result, and a forgotten result must be collectable.
   */
  constructor(run: ChatRun, followed: FollowedSignal) {
    this.#run = run;
    this.#followed = new WeakRef(followed);
  }

  /** Returns the same stream, watched to its end. It is read part by part, and keeps `followed` alive meanwhile. */
  watch<T>(source: ReadableStream<T>, followed: FollowedSignal): ReadableStream<T> {
    const reader = source.getReader();
    let out!: ReadableStreamDefaultController<T>;
    let left = false;
    this.#reading++;
    // Created only once, since a stream has thousands of parts.
    const pass = ({ done, value }: ReadableStreamReadResult<T>): MaybePromise<void> => {
      if (left) return undefined;
      if (done) return this.#end().then(() => out.close());
      const part = partOf(value);
      // Code that waits for the text continues right after the finish part, so the chat ends before that part. After an
      // error the chat ends with the stream instead, because ending it aborts the parts that still flow.
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
          // Not awaited: the cancellation of one of two branches settles only when the other one is cancelled too.
          reader.cancel(reason).catch(() => undefined);
          this.#left(reason, followed);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Ends the chat with a promise, if the streams themselves cannot be watched. */
  settleWith(outcome: Promise<unknown>): void {
    outcome
      .then(
        () => this.#end(),
        (error: unknown) => this.#settle(() => this.#run.failed(this.#run.failure?.error ?? error)),
      )
      .catch(() => undefined);
  }

  /** Ends the chat because the result was forgotten before it was read to its end. */
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

  /** Gives up after a moment: a reader who stops may at once read in another way, such as waiting for the text. */
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

/** Returns the part in a value of a stream. A text stream puts it beside the output parsed so far. */
function partOf(value: unknown): Dict | undefined {
  if (!isDict(value)) return undefined;
  return isDict(value['part']) ? value['part'] : value;
}

function aborted(message: string): DOMException {
  return new DOMException(message, 'AbortError');
}
