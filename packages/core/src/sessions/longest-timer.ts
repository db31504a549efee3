/** About 24 days: a timer that is told to run longer fires at once. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;
