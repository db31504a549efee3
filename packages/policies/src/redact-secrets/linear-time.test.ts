import { describe, expect, test } from 'vitest';

import { begin } from '../../test/made-up-secrets.ts';
import { secretDetector } from './index.ts';

const detector = secretDetector();

describe('it is linear', () => {
  test.each([
    'a',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    'mongodb://',
    '://a:',
    'eyJ',
    'eyJaaaaaaaaaaaa.',
    'sk-',
    'password',
    'password: ',
    'password: hunter2!x ',
    'Bearer aaaaaaaaaaaa ',
    'Q~',
    '1:AA',
    'SG.aaaaaaaaaaaaaaaaaaaa.',
    'token is ',
    `secret${'\t'.repeat(50)}`,
    `${begin('gh', 'p_')}aB3xK9mQ7zR2tW5yL8pD4vN6cH1jF0sGaaaa `,
  ])('%j, repeated', { retry: 2 }, (piece) => {
    time(piece, 50_000);
    const once = time(piece, 50_000);
    // Eight times the text takes about eight times as long, not sixty-four.
    expect(time(piece, 400_000)).toBeLessThan(Math.max(once, 5000) * 24);
  });
});

/** Returns the CPU microseconds of this thread, the least of three runs, so that a busy machine does not count. */
function time(piece: string, length: number): number {
  const text = piece.repeat(Math.ceil(length / piece.length));
  const runs = [0, 1, 2].map(() => {
    const started = process.threadCpuUsage();
    detector.find(text);
    detector.pendingFrom!(text);
    const { user, system } = process.threadCpuUsage(started);
    // Only the sum is exact: the system guesses the split.
    return user + system;
  });
  return Math.min(...runs);
}
