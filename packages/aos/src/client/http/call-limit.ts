import { GuardianFailure } from './guardian-failure.ts';

type Listener = (reason: unknown) => void;

/**
 * Stops a call at its deadline, or with its chat. It replaces an AbortSignal for each call, which would cost more than
 * all other bookkeeping.
 */
export class CallLimit {
  readonly #chat: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #listeners: Listener[] = [];
  #stopped: { readonly reason: unknown } | undefined;

  constructor(timeoutMs: number, chat: AbortSignal | undefined) {
    this.#chat = chat;
    this.#timer = setTimeout(this.#expire, timeoutMs);
    if (chat === undefined) return;
    chat.addEventListener('abort', this.#abort, { once: true });
    if (chat.aborted) this.#abort();
  }

  get isOver(): boolean {
    return this.#stopped !== undefined;
  }

  /** Calls the listener once when the call has to stop, or at once if it already has. */
  onStop(listener: Listener): void {
    if (this.#stopped === undefined) this.#listeners.push(listener);
    else listener(this.#stopped.reason);
  }

  /** Returns the promise; rejects with the reason if the call has to stop earlier. */
  within<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.onStop(reject);
      promise.then(resolve, reject);
    });
  }

  /** Releases the timer and listeners, because the call has ended. */
  release(): void {
    clearTimeout(this.#timer);
    this.#chat?.removeEventListener('abort', this.#abort);
  }

  readonly #expire = (): void =>
    this.#stop(new GuardianFailure('guardian_timeout', { outage: true }));

  readonly #abort = (): void => this.#stop(this.#chat?.reason);

  #stop(reason: unknown): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = { reason };
    for (const listener of this.#listeners) listener(reason);
  }
}
