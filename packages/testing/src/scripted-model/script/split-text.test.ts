import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitText } from './split-text.ts';

describe('splitText', () => {
  test('gives back the chunks of a script as they are', () => {
    expect(splitText(['a', '', 'bc'])).toEqual(['a', '', 'bc']);
  });

  test('gives no chunk for no text', () => {
    expect(splitText(undefined)).toEqual([]);
    expect(splitText('')).toEqual([]);
  });

  test('cuts every text of two characters at least once, and never inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const chunks = splitText(text);
        expect(chunks.join('')).toBe(text);
        expect(chunks.every((chunk) => chunk !== '' && chunk.isWellFormed())).toBe(true);
        expect(chunks.length > 1).toBe(Array.from(text).length > 1);
      }),
    );
  });

  test('keeps the number of chunks small for a long text', () => {
    expect(splitText('x'.repeat(300_000)).length).toBeLessThanOrEqual(24);
  });
});
