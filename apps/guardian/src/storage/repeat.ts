/** Work that is repeated. */
export interface Repeating {
  /** Stops the repetition; resolves when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * Repeats work every so many milliseconds, never two runs at a time. A failed run is repeated in its turn, since the
 * database may be away for a while. It does not keep the process alive.
 */
export function repeat(everyMs: number, work: () => Promise<void>): Repeating {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
