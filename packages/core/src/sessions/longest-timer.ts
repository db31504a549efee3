/** About 24 days. A longer timer would fire at once. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;
