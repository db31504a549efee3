import { sourceOf } from '../context/context-state.ts';
import type { Tally } from '../context/tally.ts';
import { followSignal } from '../context/follow-signal.ts';
import { lateStore } from '../sessions/late-store.ts';
import { LONGEST_TIMER_MS } from '../sessions/longest-timer.ts';

/**
 * Waits for the store of approvals as long as for a hook: a store that never answers must not hold up its gate for ever.
 *
 * @throws InterposeError `store_timeout`; the reason of the abort when the chat aborts meanwhile; what the store throws.
 */
export async function storeInTime<T>({ ctx }: Tally, work: Promise<T>): Promise<T> {
  const { timeoutMs } = sourceOf(ctx).registry.settings;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unfollow: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    unfollow = followSignal(ctx.signal, reject);
    if (timeoutMs > 0 && Number.isFinite(timeoutMs))
      timer = setTimeout(
        () => reject(lateStore(timeoutMs, ', or raise timeoutMs')),
        Math.min(timeoutMs, LONGEST_TIMER_MS),
      );
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    unfollow?.();
  }
}
