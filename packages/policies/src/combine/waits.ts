import { deny, type DenyVerdict } from '@interpose/core';

import { LONGEST_TIMER_MS } from '../shared/values/timer-delay.ts';
import type { ListedHook } from './listed-hooks.ts';

/** Waits for the hooks of one panel, for each until its time is over. */
export class Waits {
  /** The hooks without a limit of their own: they have as long as the registry lets a hook take. */
  readonly #unlimited = new Set<() => void>();
  #isOver = false;
  /** The denies that stand for late hooks. No vote takes them back. */
  readonly #late = new WeakSet<DenyVerdict>();

  /** Whether this is the deny that stands for a late hook. */
  isLate(said: unknown): boolean {
    return this.#late.has(said as DenyVerdict);
  }

  /** Returns the answer, or a deny once the time of the hook is over. */
  inTime(
    answer: PromiseLike<unknown>,
    { name, timeoutMs }: ListedHook,
    givenMs: number | undefined,
  ): Promise<unknown> {
    const limitMs = Math.min(timeoutMs ?? Infinity, givenMs ?? Infinity);
    if (timeoutMs === Infinity && limitMs === Infinity) return Promise.resolve(answer);
    return new Promise((resolve, reject) => {
      const expire = (): void => {
        const limit = limitMs === Infinity ? 'the time limit of hooks' : `${limitMs} ms`;
        const said = deny(`${name} took longer than ${limit}`, { code: 'hook_timeout' });
        this.#late.add(said);
        resolve(said);
      };
      const delayMs = Math.min(limitMs, LONGEST_TIMER_MS);
      const timer = limitMs === Infinity ? undefined : setTimeout(expire, delayMs);
      if (timer === undefined && this.#isOver) return expire();
      if (timer === undefined) this.#unlimited.add(expire);
      void Promise.resolve(answer)
        .finally(() => {
          clearTimeout(timer);
          this.#unlimited.delete(expire);
        })
        .then(resolve, reject);
    });
  }

  /** Ends the wait for hooks without a limit of their own, because the limit of the registry is over. */
  endUnlimited(): void {
    this.#isOver = true;
    for (const expire of this.#unlimited) expire();
    this.#unlimited.clear();
  }
}
