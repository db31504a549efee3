import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { Detector } from '../shared/redaction/redactor/detector.ts';
import { findTokens, tokenPendingFrom } from '../shared/redaction/redactor/token.ts';
import { ownLists } from './own-lists.ts';
import { personalDetector } from './personal-detector.ts';
import { personalTypes } from './personal-types.ts';
import { worstSteps } from './worst-steps.ts';

const PIECES = [
  'a',
  '1',
  '1 ',
  '12 34 56 78 ',
  '1.',
  '1-',
  '(1',
  '((((1)',
  '+1(',
  ' ',
  '.',
  '. ',
  'a.',
  'a.b ',
  '@',
  'a@',
  'a@a.',
  'a.a@',
  'a@b.co',
  '1.2.3.4',
  '1.2.3.4.',
  ':',
  'a:1:',
  '1:2:',
  '::1',
  '-',
  'www.',
  '://',
  'http://',
  'http://a.b/',
  'GB82',
  'GB82 WEST ',
  'AA11 1111 ',
  'x1x',
  '4111 ',
  '4111-1111-',
  '078-05-',
  '00:1b:44:',
  'é1.',
  '\u00a01',
  '<',
  '<EMAIL_ADDRESS_1',
];

/** Shorter times depend more on the machine than on the pattern. */
const LEAST_MS = 15;

describe('a text twice as long takes at most about twice as long', () => {
  const detectors: Record<string, Detector> = {
    ...Object.fromEntries(personalTypes.map((type) => [type, personalDetector([type])])),
    'all types': personalDetector(),
    'a list': ownLists({ NAME: ['Ann Example', 'aaaaaaaaaaaaaaaaaaaaaaab', '1 1 1 1 1 1 2'] }),
    tokens: { types: [], find: (text) => (findTokens(text), []) },
  };
  test.each(Object.entries(detectors))('%s', { retry: 2 }, (_, detector) => {
    const slow = PIECES.filter((piece) => {
      const [once, twice] = [repeated(piece, 50_000), repeated(piece, 100_000)];
      // Clocks are coarse and engines compile: immeasurable times pass, and the best of several attempts counts.
      let growth = Infinity;
      for (let attempt = 0; attempt < 8 && growth > 2.5; attempt++)
        growth = Math.min(
          growth,
          duration(detector, twice) / Math.max(LEAST_MS, duration(detector, once)),
        );
      return growth > 2.5;
    });
    expect(slow).toEqual([]);
  });
});

test('the end of a growing text is told at once, however long it is', () => {
  const detector = personalDetector();
  for (const piece of PIECES) {
    const text = repeated(piece, 100_000);
    const start = performance.now();
    expect(text.length - (detector.pendingFrom?.(text) ?? 0)).toBeLessThanOrEqual(128);
    tokenPendingFrom(text);
    expect(performance.now() - start).toBeLessThan(1000);
  }
});

test('every regular expression of the engine and of the kinds is bounded', () => {
  const literals = ['.', '../shared/redaction'].flatMap((folder) =>
    literalsBelow(join(import.meta.dirname, folder)),
  );
  expect(literals.length).toBeGreaterThan(30);
  const unbounded = literals.filter(([, pattern]) => worstSteps(pattern) === Infinity);
  expect(unbounded).toEqual([]);
});

function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}

/** Returns the CPU milliseconds of this thread, so that other processes do not count. */
function duration(detector: Detector, text: string): number {
  const started = process.threadCpuUsage();
  detector.find(text);
  const { user, system } = process.threadCpuUsage(started);
  // Only the sum is exact: the system guesses the split.
  return (user + system) / 1000;
}

const LITERAL =
  /(?<=[=(:,?|&[]\s{0,8})\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;

function literalsBelow(folder: string): readonly (readonly [string, RegExp])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      Array.from(
        readFileSync(join(folder, file), 'utf8').matchAll(LITERAL),
        ([, source = '', flags]) => [`${file}: ${source}`, new RegExp(source, flags)] as const,
      ),
    );
}
