/** How many timers are running, and how many were at most. */
export interface TimerCount {
  readonly live: number;
  readonly most: number;
}

/** Counts every timer that is started from here on by wrapping the global functions; for a process of its own. */
export function countTimers(): TimerCount {
  const running = new Set<unknown>();
  let most = 0;
  const { setInterval: startInterval, clearInterval: stopInterval } = globalThis;
  const { setTimeout: startTimeout, clearTimeout: stopTimeout } = globalThis;
  const note = <T>(timer: T): T => {
    running.add(timer);
    most = Math.max(most, running.size);
    return timer;
  };
  const forget = (timer: unknown): void => void running.delete(timer);
  Object.assign(globalThis, {
    setInterval: (...words: Parameters<typeof setInterval>) => note(startInterval(...words)),
    clearInterval(timer: NodeJS.Timeout) {
      forget(timer);
      stopInterval(timer);
    },
    setTimeout(run: () => void, milliseconds?: number) {
      const timer = startTimeout(() => {
        forget(timer);
        run();
      }, milliseconds);
      return note(timer);
    },
    clearTimeout(timer: NodeJS.Timeout) {
      forget(timer);
      stopTimeout(timer);
    },
  });
  return {
    get live() {
      return running.size;
    },
    get most() {
      return most;
    },
  };
}
