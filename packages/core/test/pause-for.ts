/** Waits this many milliseconds of real time. */
export function pauseFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** A promise that never settles, as a hook that hangs returns. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}
