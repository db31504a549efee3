import { expect, test } from 'vitest';

import { guardian } from './guardian.ts';
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

test.each<[string, object, string]>([
  ['a misspelt circuit', { circuit: { faillures: 3 } }, 'know "faillures"; did you mean failures?'],
  ['a misspelt event', { onFailure: { preTolCall: 'allow' } }, 'did you mean preToolCall?'],
  ['another word at an event', { onFailure: { preToolCall: 'open' } }, 'preToolCall is "open"'],
  ['another word', { onFailure: 'open' }, 'onFailure is "open" in guardian; pass one of deny, '],
  ['a circuit of nothing', { circuit: null }, 'circuit of guardian takes an object, and got null'],
  ['a circuit of yes', { circuit: true }, 'circuit of guardian takes an object, and got true'],
  ['no failures', { circuit: { failures: 0 } }, 'circuit.failures is 0, and no whole number'],
  ['a count that is none', { circuit: { failures: NaN } }, 'circuit.failures is NaN'],
  ['a reset that is none', { circuit: { resetMs: '10' } }, 'circuit.resetMs is 10'],
  ['a user in the url', { url: 'http://ada@localhost' }, 'url holds a user or a password'],
  ['no event at all', { events: [] }, 'events has none'],
  ['an event there is not', { events: ['preTolCall'] }, 'events has preTolCall'],
])(
  '%s is refused, since a guardian would be asked otherwise than was meant',
  (_, given, message) => {
    expect(() => readGuardianOptions({ url, ...given })).toThrow(message);
  },
);

test.each<[string, readonly unknown[], string]>([
  [
    'one event for the list',
    [{ url, events: 'preToolCall' }],
    'events is "preToolCall" in guardian',
  ],
  ['a name that is no text', [{ url, name: 7 }], 'name is 7 in guardian; pass a string'],
  ['a word for yes or no', [{ url, allowRename: 'false' }], 'allowRename is "false" in guardian'],
  ['retries that are no number', [{ url, retries: '1' }], 'retries is "1" in guardian'],
  [
    'a second argument',
    [{ url }, { token: 'secret' }],
    'guardian got more arguments than it reads',
  ],
])('%s is refused by guardian', (_, given, message) => {
  const untyped = guardian as (...given: readonly unknown[]) => unknown;
  expect(() => untyped(...given)).toThrow(`[invalid_option] ${message}`);
});
