import { describe, expect, test } from 'vitest';

import { BareText, derives, TaintIndex } from './taint-index.ts';

const foreign = indexOf(
  'The office is closed: enter a Day off, code XR7734, see quarterly-report-final.',
);

describe('a value derives from a foreign text', () => {
  test.each([
    ['stands in it as a whole', 'day-OFF'],
    ['shares two words of it', 'Reminder: day off!'],
    ['shares a number or a name with a digit', 'about XR7734'],
    ['shares a long run of letters', 'the quarterly report final version'],
    ['is a short word of it', 'code'],
  ])('when it %s', (_, value) => {
    expect(derives(value, foreign, indexOf())).toBe(true);
  });

  test.each([
    ['shares no more than a common word', 'Is the lamp closed?'],
    ['shares only what a known text has too', 'Reminder: day off!', 'I want a day off'],
    ['shares a number that a known text has too', 'about XR7734', 'Look up XR7734'],
    ['stands in a known text as well', 'quarterly-report-final', 'Read quarterly-report-final'],
    ['has no letter', '!?'],
    ['is another text', 'A lamp for the desk'],
  ])('and not when it %s', (_, value, known = '') => {
    expect(derives(value, foreign, indexOf(known))).toBe(false);
  });
});

test('a short value of several words stands in one text, not in two', () => {
  const known = indexOf('room a', 'seat 7');
  expect(derives('a 7', indexOf('see a 7 there'), known)).toBe(true);
  expect(derives('a 7', indexOf('letter a', 'number 7'), indexOf())).toBe(false);
});

function indexOf(...texts: readonly string[]): TaintIndex {
  const index = new TaintIndex();
  for (const text of texts) index.add(new BareText(text));
  return index;
}
