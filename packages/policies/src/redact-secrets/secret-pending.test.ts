import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { made, secrets } from '../../test/made-up-secrets.ts';
import { secretDetector } from './index.ts';

const detector = secretDetector();

describe('in a text that grows', () => {
  test('nothing of a secret has left before it is known', () => {
    const arbitrary = fc
      .array(
        fc.oneof(
          fc.constantFrom(...secrets.map(([, secret]) => secret)),
          fc.constantFrom(
            '**Password:** hunter2!x',
            'the **Password**: **hunter2!x**',
            '<password>hunter2!x</password>',
            'psql --password hunter2!x',
            `client_secret=${made(32)}&scope=all`,
            `Authorization: token ${made(32)}`,
          ),
          fc.constantFrom('password: hunter2!x', `api_key = "${made(32)}"`, `Bearer ${made(30)}`),
          fc.constantFrom(' and ', '\n', ', ', ' see https://a.test/ ', ' the password is '),
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((pieces) => pieces.join(' '));
    fc.assert(
      fc.property(arbitrary, fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
        const left = text.slice(0, Math.floor(text.length * share));
        const pending = detector.pendingFrom!(left);
        const cut = detector
          .find(text)
          .find(({ start, end }) => start < left.length && left.length < end);
        expect(pending).toBeLessThanOrEqual(cut?.start ?? left.length);
      }),
      { numRuns: 500 },
    );
  });

  test('ordinary words are held back one at a time', () => {
    expect(detector.pendingFrom!('The quick brown ')).toBe(16);
    expect(detector.pendingFrom!('The quick brown fo')).toBe(16);
  });
});
