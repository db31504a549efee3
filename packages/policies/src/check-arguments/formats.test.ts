import { format } from '@cfworker/json-schema';
import type { Context } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { compileJsonSchema } from './compile-json-schema.ts';
import { UNREADABLE_FORMATS } from './json-schema-keywords.ts';

const taken = Object.keys(format).filter((name) => !UNREADABLE_FORMATS.has(name));
const starts = ['', 'http://', 'a@', '/', '{', '"'];
const middles = ['a', '1.', '%41', '/', '{a}', '~0', '::', 'a:', '-', '@', '\\a', 'P1', '((', 'é'];

describe('a format', () => {
  test.each(taken)('%s is judged in time that grows as its text does', (name) => {
    const check = compileJsonSchema('tool', { properties: { text: { format: name } } });
    const startedAt = performance.now();
    for (const start of starts)
      for (const middle of middles) {
        const text = `${start}${middle.repeat(10_000)}!`;
        void check({ text }, {} as Context<'preToolCall'>);
      }
    // 84 texts of 10,000 to 30,000 characters: a quadratic check would take minutes, a linear one a fraction of a second.
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  test('whose check takes exponential time is not taken', () => {
    expect(taken).not.toContain('url');
  });
});
