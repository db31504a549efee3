import { describe, expect, test } from 'vitest';

import { confirms } from './confirms.ts';
import { decide } from './records/made-up-airline.ts';

describe('a yes', () => {
  test.each([
    'Yes, please proceed.',
    'yes',
    'Sure, go ahead!',
    'OK',
    'I confirm the details.',
    'That sounds good.',
    'Yes, no insurance.',
    "I wasn't sure before, but yes.",
  ])('is in %j', (words) => expect(confirms(words)).toBe(true));

  test.each([
    '',
    'No.',
    "Don't proceed.",
    'Please do not proceed',
    'I am not sure.',
    'I cannot confirm that.',
    'Please use the gift card.',
    'My yesterday was bad.',
  ])('is not in %j', (words) => expect(confirms(words)).toBe(false));
});

describe('a change of the booking database', () => {
  const cancel = (said: string | null): Promise<string> =>
    decide(
      'cancel_reservation',
      { reservation_id: 'R1' },
      { said, reservation: { cabin: 'business' } },
    );

  test('waits for the yes of the customer', async () => {
    expect(await cancel('Yes.')).toBe('allow');
    expect(await cancel('I want to cancel.')).toBe('not_confirmed');
    expect(await cancel(null)).toBe('not_confirmed');
  });
});
