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

function notJson(cause: unknown): InterposeError {
  return new InterposeError(
    'invalid_value',
    'the value is not JSON',
    'store plain data: no functions, cycles or bigints',
    { cause },
  );
}
