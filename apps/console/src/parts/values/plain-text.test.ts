import { expect, test } from 'vitest';

import { argumentText, plainJson, plainText } from './plain-text.ts';

test.each([
  ['the order is turned', '\u202Emoc.knab@eciLA', '⟨U+202E⟩moc.knab@eciLA'],
  ['a character has no width', 'pay\u200Bpal', 'pay⟨U+200B⟩pal'],
  ['many have none', `a${'\u200B'.repeat(500)}b`, 'a⟨U+200B ×500⟩b'],
  ['a terminal is told something', '\u001B[2K', '⟨U+001B⟩[2K'],
  ['a letter is a filler', 'a\u3164b', 'a⟨U+3164⟩b'],
  ['text is hidden in tags', '\u{E0041}', '⟨U+E0041⟩'],
])('where %s, it is written out', (_, text, shown) => {
  expect(plainText(text)).toBe(shown);
});

test('what people see stays as it is', () => {
  const text = 'Zwei\tWorte,\nשלום, مرحبا, 你好, 👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣';
  expect(plainText(text)).toBe(text);
  expect(plainText('one\r\ntwo')).toBe('one\ntwo');
});

test('JSON escapes what is not seen, and reads back as the same value', () => {
  const value = { 'to\u200B': ['\u202Ex', '\u{E0041}', '👩‍👩‍👧'], tag: 'a\u009Bb' };
  const text = plainJson(value);
  expect(text).toContain(String.raw`"to\u200b"`);
  expect(text).toContain(String.raw`"\udb40\udc41"`);
  expect(text).toContain('👩‍👩‍👧');
  expect(JSON.parse(text)).toEqual(value);
});

test.each([
  ['100', '"100"'],
  ['true', '"true"'],
  ['', '""'],
  ['   ', '"   "'],
  ['"quoted"', String.raw`"\"quoted\""`],
  ['100 euro', '100 euro'],
  [100, '100'],
])('the argument %j reads as %s', (value, shown) => {
  expect(argumentText(value)).toBe(shown);
});

test('empty lines that push the end out of sight are counted', () => {
  const text = argumentText(`echo hello${'\n'.repeat(1500)}${' \n'.repeat(1500)}rm -rf /`);
  expect(text).toBe('echo hello\n⟨2999 empty lines⟩\nrm -rf /');
});
