import { expect, test } from 'vitest';

import { readGuardianOptions } from './settings.ts';

const url = 'http://127.0.0.1:4747';

test.each(['', 'two words', 'line\nbreak', 'clé'])(
  'a token that no header can carry is refused: %j',
  (token) => {
    expect(() => readGuardianOptions({ url, token })).toThrow('invalid_option');
  },
);

test('without a limit of time a guardian has as long as a timer can run', () => {
  expect(readGuardianOptions({ url, timeoutMs: Infinity }).timeoutMs).toBe(2 ** 31 - 1);
});
