import { stringsIn } from '../text/strings-in.ts';

/**
 * Returns the result of a tool as a model reads it: a text unchanged, any other value as JSON.
 *
 * @example
 * textOfResult({ price: 5 }); // => '{"price":5}'
 */
export function textOfResult(result: unknown): string {
  if (typeof result === 'string') return result;
  try {
    return JSON.stringify(result) ?? '';
  } catch {
    // A circular value or a bigint cannot be JSON; its texts are read instead.
    return stringsIn(result).join('\n');
  }
}
