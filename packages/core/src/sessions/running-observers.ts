import { ambient } from './ambient.ts';

/** As deep as observers may start others that start others; beyond it a flush would never end on a busy server. */
const ROUNDS = 16;

/** Observers that run unawaited, so that a flush can settle them. */
export class RunningObservers {
  readonly #running = new Set<PromiseLike<unknown>>();

  add(observer: PromiseLike<unknown>): void {
    keepWhileRunning(this.#running, observer);
    const scope = ambient()?.observers;
    if (scope !== undefined) keepWhileRunning(scope, observer);
  }

  /** Waits for what runs now and for what that starts; others may come and go meanwhile. */
  async settle(): Promise<void> {
    for (let round = 0; round < ROUNDS && this.#running.size > 0; round++) {
      await Promise.allSettled([...this.#running]);
    }
  }
}

/** Waits until none of these runs, also for what they add meanwhile. */
export async function settleAll(observers: ReadonlySet<PromiseLike<unknown>>): Promise<void> {
  while (observers.size > 0) await Promise.allSettled([...observers]);
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
