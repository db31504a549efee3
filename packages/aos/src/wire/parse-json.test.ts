import fc from 'fast-check';
import { expect, test } from 'vitest';

import { NESTED_TOO_DEEPLY, parseJson } from './parse-json.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('what is nested too deeply is refused, and nothing else, however many brackets there are', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 6 }), (value, most) => {
      const text = JSON.stringify([value, '[[[{{{"', value]);
      const isTooDeep = depthOf(JSON.parse(text)) > most;
      expect(readBack(text, most)).toBe(isTooDeep ? NESTED_TOO_DEEPLY : text);
    }),
  );
});

/** Returns the text read and written again, or why it was refused. */
function readBack(text: string, most: number): string {
  try {
    return JSON.stringify(parseJson(text, false, most).value);
  } catch (error) {
    return (error as Error).message;
  }
}
