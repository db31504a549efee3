/** Work that is done again and again. */
export interface Repeating {
  /** Settles when what is being done is done; nothing begins any more. */
  stop(): Promise<void>;
}

/**
 * Does work every so many milliseconds, never twice at a time. What fails is done again in its turn: the database may be
 * away for a while. It keeps no process from ending.
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
