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

/**
 * Returns an error as JSON, with its message and cause, which JSON would leave out, and its other members: the other
 * side of a connection may have written any of them.
 *
 * @example
 * errorAsJson(new Error('refused', { cause: new Error('no seats') })); // => { message: 'refused', cause: { message: 'no seats' } }
 */
export function errorAsJson(error: unknown, depth: number = DEPTH): unknown {
  if (typeof error === 'bigint') return String(error);
  if (typeof error !== 'object' || error === null)
    return /function|symbol/.test(typeof error) ? undefined : error;
  if (depth === 0) return undefined;
  if (error instanceof Uint8Array) return new TextDecoder().decode(error);
  if (Array.isArray(error)) return error.map((each) => errorAsJson(each, depth - 1));
  const { toJSON } = error as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function') return errorAsJson(toJSON.call(error), depth - 1);
  const names = Object.keys(error);
  if (error instanceof Error) names.push('message', 'cause');
  const fields = names.map((name) => [name, errorAsJson(valueAt(error, name), depth - 1)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function valueAt(holder: object, name: string): unknown {
  try {
    return Reflect.get(holder, name);
  } catch {
    return undefined;
  }
}
