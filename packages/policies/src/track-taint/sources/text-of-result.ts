import { stringsIn } from '../text/strings-in.ts';

/**
 * What a model reads of a tool's result: a text as it is, anything else as JSON.
 *
 * @example
 * textOfResult({ price: 5 }); // => '{"price":5}'
 */
export function textOfResult(result: unknown): string {
  if (typeof result === 'string') return result;
  try {
    return JSON.stringify(result) ?? '';
  } catch {
    // What is no JSON, since it holds itself or a bigint, is read for the texts in it.
    return stringsIn(result).join('\n');
  }
}
