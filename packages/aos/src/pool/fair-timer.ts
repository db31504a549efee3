/**
 * Calls `over` after this time, and returns what cancels it. Messages that wait are read first, since this thread may
 * have been blocked itself. Where it is late, the machine may have stood still: it waits for that time once more, since
 * a worker had as little of it.
 *
 * @example
 * const cancel = fairTimer(1000, () => console.log('too late'));
 * cancel();
 */
export function fairTimer(ms: number, over: () => void): () => void {
  const dueAt = performance.now() + ms;
  let immediate: NodeJS.Immediate | undefined;
  const end = (): void => void (immediate = setImmediate(over));
  let timer = setTimeout(() => {
    const lateMs = performance.now() - dueAt;
    if (lateMs < ms / 10) end();
    else timer = setTimeout(end, Math.min(lateMs, ms));
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
