/** A day in milliseconds: decisions are kept, looked for and dropped by the day, counted from the epoch. */
export const DAY_MS = 86_400_000;
