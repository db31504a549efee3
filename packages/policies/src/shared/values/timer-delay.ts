/** The longest delay of a timer, about 24 days. A timer with a longer delay would fire at once. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/** Whether a timer can wait for these milliseconds. */
export function isTimerDelay(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= LONGEST_TIMER_MS;
}
