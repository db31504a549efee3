/** Calls `aborted` when the signal aborts, or has aborted. Returns how to stop: signals of callers may live long. */
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
