import { deny, type DenyVerdict } from '@interpose/core';

import type { ListedHook } from './listed-hooks.ts';

/** The hooks of one panel that have not answered, each until its time is over. */
export class Waits {
  /** Those whose own limit nobody gave: they have as long as any hook of the registry. */
  readonly #unlimited = new Set<() => void>();
  #isOver = false;
  /** What was said in place of a hook that was late: a deny that no vote takes back. */
  readonly #late = new WeakSet<DenyVerdict>();

  /** True for a deny that stands for a hook that was late. */
  isLate(said: unknown): boolean {
    return this.#late.has(said as DenyVerdict);
  }

  /** The answer, or a deny once the time that is given to the hook is over. */
  inTime(
    answer: PromiseLike<unknown>,
    { name, timeoutMs }: ListedHook,
    givenMs: number | undefined,
  ): Promise<unknown> {
    const limitMs = Math.min(timeoutMs ?? Infinity, givenMs ?? Infinity);
    return new Promise((resolve, reject) => {
      const expire = (): void => {
        const limit = limitMs === Infinity ? 'the time limit of hooks' : `${limitMs} ms`;
        const said = deny(`${name} took longer than ${limit}`, { code: 'hook_timeout' });
        this.#late.add(said);
        resolve(said);
      };
      const timer = limitMs === Infinity ? undefined : setTimeout(expire, limitMs);
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

  /** The registry's limit is over: nobody without a limit of their own is waited for any longer. */
  endUnlimited(): void {
    this.#isOver = true;
    for (const expire of this.#unlimited) expire();
    this.#unlimited.clear();
  }
}
