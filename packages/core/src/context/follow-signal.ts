/** Calls back when the signal aborts, at once if it has; returns how to stop listening, since callers' signals may live long. */
export function followSignal(
  signal: AbortSignal | undefined,
  aborted: (reason: unknown) => void,
): (() => void) | undefined {
  if (signal === undefined) return undefined;
  if (signal.aborted) {
    aborted(signal.reason);
    return undefined;
  }
  const follow = (): void => aborted(signal.reason);
  signal.addEventListener('abort', follow, { once: true });
  return () => signal.removeEventListener('abort', follow);
}
