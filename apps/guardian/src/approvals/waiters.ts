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

  /** Hears of an ask from now on: no notice is missed between a look at it and the next wait. */
  listen(id: string): Listening {
    const own = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, own);
    let news = Promise.withResolvers<void>();
    const wake = (): void => news.resolve();
    own.add(wake);
    return {
      wait: async (timeMs, signal) => {
        await untilWoken(news.promise, timeMs, signal);
        news = Promise.withResolvers();
      },
      stop: () => {
        own.delete(wake);
        if (own.size === 0 && this.#waiting.get(id) === own) this.#waiting.delete(id);
      },
    };
  }
}

/** A step that hears of its ask. */
interface Listening {
  /** Resolves when there is news since the last wait, or after this time; rejects with the reason of the signal. */
  wait(timeMs: number, signal: AbortSignal): Promise<void>;
  stop(): void;
}

/** About 24 days. A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

async function untilWoken(
  woken: Promise<void>,
  timeMs: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.min(timeMs, LONGEST_TIMER_MS));
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([woken, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
