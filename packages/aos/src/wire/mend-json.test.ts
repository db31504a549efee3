import { expect, test } from 'vitest';

import { mendJson } from './mend-json.ts';

test.each([
  ['a line break in a string', '{"a":"b\nc"}', ['json-raw-newline'], { a: 'b\nc' }],
  ['breaks and tabs of all kinds', '["\r\n\t\n"]', ['json-raw-newline'], ['\r\n\t\n']],
  ['a comma at the end of an object', '{"a":1 ,\n }', ['json-trailing-comma'], { a: 1 }],
  ['a comma at the end of a list', '[[true,],"x",]', ['json-trailing-comma'], [[true], 'x']],
  ['both', '{"a":"\n",}', ['json-raw-newline', 'json-trailing-comma'], { a: '\n' }],
  [
    'commas and brackets inside strings stay',
    '[",]","\\",}",]',
    ['json-trailing-comma'],
    [',]', '",}'],
  ],
])('%s', (_, text, repairs, value) => {
  const mended = mendJson(text);
  expect(mended.repairs).toEqual(repairs);
  expect(JSON.parse(mended.text)).toEqual(value);
});

test.each(['[,]', '{,}', '[1,,]', '{"a":,}', '[1 2]', '{"a":1,', '"'])(
  'what no example does stays broken: %s',
  (text) => {
    expect(() => void JSON.parse(mendJson(text).text)).toThrow(SyntaxError);
  },
);

test('a text made to be hard to mend takes no longer than others of its length', () => {
  const before = performance.now();
  mendJson(`"${'\\"'.repeat(500_000)}`);
  mendJson(`[${'1 , '.repeat(250_000)}`);
  expect(performance.now() - before).toBeLessThan(5000);
});
