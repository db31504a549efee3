import { LONGEST_TIMER_MS } from './longest-timer.ts';

/** Waits for work, but at most so many milliseconds; with 0 as long as it takes. Returns whether it settled in time. */
export async function atMost(ms: number, work: PromiseLike<unknown>): Promise<boolean> {
  if (ms <= 0 || !Number.isFinite(ms)) {
    await work;
    return true;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER_MS), false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
