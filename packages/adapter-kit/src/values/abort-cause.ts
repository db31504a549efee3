const ABORT_NAMES: ReadonlySet<unknown> = new Set([
  'AbortError',
  'ResponseAborted',
  'TimeoutError',
]);
const DEPTH = 5;

/**
 * Whether an error is an abort or a timeout, even if a provider wrapped it as the cause of its own error.
 *
 * @example
 * isCausedByAbort(new Error('the call failed', { cause: new DOMException('left', 'AbortError') })); // => true
 */
export function isCausedByAbort(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < DEPTH && typeof current === 'object' && current !== null; depth++) {
    const { name, cause } = current as { readonly name?: unknown; readonly cause?: unknown };
    if (ABORT_NAMES.has(name)) return true;
    current = cause;
  }
  return false;
}
