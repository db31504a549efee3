import { expect, test } from 'vitest';

import { plain } from './plain.ts';

test.each([
  ['erases a line', 'a\u001B[2Kb', String.raw`a\u001b[2Kb`],
  ['erases it in one character', 'a\u009B2Kb', String.raw`a\u009b2Kb`],
  ['goes back to the start of the line', 'deny\rallow', String.raw`deny\u000dallow`],
  ['turns the text around', '\u202Emoc', String.raw`\u202emoc`],
  ['has no width', 'pay\u200Bpal', String.raw`pay\u200bpal`],
  ['is a hidden letter', '\u{E0041}', String.raw`\udb40\udc41`],
])('what %s is written out', (_, text, shown) => {
  expect(plain(text)).toBe(shown);
});

test('lines, tabs and letters of any language stay', () => {
  expect(plain('Zeile\n\tשלום 你好')).toBe('Zeile\n\tשלום 你好');
});
