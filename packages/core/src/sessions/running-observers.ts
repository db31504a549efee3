import { ambient } from './ambient.ts';
import { atMost } from './at-most.ts';

/** The levels of observers that start others. Beyond this, a flush might never end on a busy server. */
const ROUNDS = 16;

/** The observers that run without being awaited, so that a flush can wait for them. */
export class RunningObservers {
  readonly #running = new Set<PromiseLike<unknown>>();

  get size(): number {
    return this.#running.size;
  }

  add(observer: PromiseLike<unknown>): void {
    keepWhileRunning(this.#running, observer);
    const scope = ambient()?.observers;
    if (scope !== undefined) keepWhileRunning(scope, observer);
  }

  /** Waits for all running observers and those that they start. Others may come and go in the meantime. */
  async settle(): Promise<void> {
    for (let round = 0; round < ROUNDS && this.#running.size > 0; round++) {
      await Promise.allSettled([...this.#running]);
    }
  }
}

/** Waits until all of these observers have settled, also those that are added in the meantime. */
async function settleAll(observers: ReadonlySet<PromiseLike<unknown>>): Promise<void> {
  while (observers.size > 0) await Promise.allSettled([...observers]);
}

/** Waits for these observers as long as for a hook: one that never settles must not keep its session from ending. */
export async function settleInTime(
  observers: ReadonlySet<PromiseLike<unknown>>,
  timeoutMs: number,
): Promise<void> {
  if (observers.size > 0) await atMost(timeoutMs, settleAll(observers));
}

function keepWhileRunning(
  running: Set<PromiseLike<unknown>>,
  observer: PromiseLike<unknown>,
): void {
  running.add(observer);
  const done = (): void => {
    running.delete(observer);
  };
  void observer.then(done, done);
}
