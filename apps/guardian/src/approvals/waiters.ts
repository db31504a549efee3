/** The steps that wait here for an answer; the notice of its own answer wakes each. */
export class Waiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  wake(id: string): void {
    for (const woken of this.#waiting.get(id) ?? []) woken();
  }

  /** Wakes all steps, because notices may have been missed. */
  wakeAll(): void {
    for (const id of [...this.#waiting.keys()]) this.wake(id);
  }

  /** Resolves when it is woken, or after this time; rejects with the reason of the signal. */
  async wait(id: string, timeMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const own = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, own);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeMs);
    const abort = (): void => reject(signal.reason as Error);
    own.add(resolve);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      own.delete(resolve);
      signal.removeEventListener('abort', abort);
      if (own.size === 0) this.#waiting.delete(id);
    }
  }
}
