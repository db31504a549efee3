/** Timers take no longer delay, about 24 days: what is longer would be over at once. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/** True for milliseconds that a timer can wait. */
export function isTimerDelay(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= LONGEST_TIMER_MS;
}
