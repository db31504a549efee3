import { readingsOf } from './readings-of.ts';
import { stringsIn } from '../text/strings-in.ts';

/**
 * Returns the result of a tool as a model reads it: a text unchanged, any other value as JSON, also with adjacent texts
 * as one.
 *
 * @example
 * textOfResult({ price: 5 }); // => '{"price":5}'
 */
export function textOfResult(result: unknown): string {
  if (typeof result === 'string') return result;
  try {
    const text = JSON.stringify(result) ?? '';
    const [, joined] = readingsOf(result);
    return joined === undefined ? text : `${text}\n${JSON.stringify(joined)}`;
  } catch {
    // A circular value or a bigint cannot be JSON; its texts are read instead.
    return stringsIn(result).join('\n');
  }
}
