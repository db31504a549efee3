import { InterposeError } from '@interpose/core';

/**
 * Returns the JSON text of a value; undefined for undefined.
 *
 * @throws InterposeError `invalid_value` for what JSON cannot hold.
 */
export function storedText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  let text: string | undefined;
  try {
    text = JSON.stringify(value) as string | undefined;
    // What JSON cannot hold, it writes as one of these. The check is slow, so it is made only then.
    if (text !== undefined && (text.includes('{}') || text.includes('null')))
      JSON.stringify(value, refuseLoss);
  } catch (error) {
    throw notJson(error);
  }
  if (text === undefined) throw notJson(undefined);
  return text;
}

/** Returns the value of a JSON text that `storedText` wrote. */
export function storedValue(text: string | undefined): unknown {
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** Refuses what JSON would write as something else: a Set as an object without keys, NaN as null. */
function refuseLoss(_: string, value: unknown): unknown {
  const isLost =
    typeof value === 'number'
      ? !Number.isFinite(value)
      : typeof value === 'function' ||
        typeof value === 'symbol' ||
        (typeof value === 'object' && value !== null && !isPlain(value));
  if (isLost) throw new TypeError(`JSON cannot hold ${String(value)}`);
  return value;
}

/** Whether an object is a list or an object with keys, also one of a class. */
function isPlain(value: object): boolean {
  const tag = Object.prototype.toString.call(value);
  return tag === '[object Object]' || tag === '[object Array]' || WRAPPERS.test(tag);
}

const WRAPPERS = /^\[object (?:Boolean|Number|String|Arguments)\]$/;

function notJson(cause: unknown): InterposeError {
  return new InterposeError(
    'invalid_value',
    'the value is not JSON',
    'store plain data: no functions, cycles, bigints, NaN, Map or Set',
    { cause },
  );
}
