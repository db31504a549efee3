import { GuardianFailure } from './guardian-failure.ts';

type Listener = (reason: unknown) => void;

/**
 * When a call has to stop: at its deadline, or with its chat. Instead of a signal of its own per call, which costs more
 * than the rest of the bookkeeping.
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

  /** Called once when the call has to stop, at once where it already has. */
  onStop(listener: Listener): void {
    if (this.#stopped === undefined) this.#listeners.push(listener);
    else listener(this.#stopped.reason);
  }

  /** The promise, or the reason to stop before it settles. */
  within<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.onStop(reject);
      promise.then(resolve, reject);
    });
  }

  /** The call has ended by itself. */
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
