import { describe, expect, test } from 'vitest';

import { retryAfterMs } from './retry-after.ts';
import { isTransientStatus, statusOf } from './status-of.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

describe('the status of a failure', () => {
  test.each<[unknown, number | undefined]>([
    [{ message: '', status: 503 }, 503],
    [{ message: '', statusCode: 429 }, 429],
    [{ message: '', response: { status: 500 } }, 500],
    [new Error('outer', { cause: { statusCode: 502 } }), 502],
    [{ message: '', lastError: { error: { status: 504 } } }, 504],
    [{ message: '', status: '503' }, undefined],
    [new Error('plain'), undefined],
    [undefined, undefined],
    ['text', undefined],
  ])('of %j is %s', (error, status) => {
    expect(statusOf(error)).toBe(status);
  });

  test('is found although causes go in circles', () => {
    const circular: { cause?: unknown; message: string } = { message: '' };
    circular.cause = circular;
    expect(statusOf(circular)).toBeUndefined();
  });

  test.each([408, 425, 429, 500, 502, 503, 504, 529])('%i may pass', (status) => {
    expect(isTransientStatus(status)).toBe(true);
  });

  test.each([400, 401, 403, 404, 409, 422, 501, 505])('%i stays', (status) => {
    expect(isTransientStatus(status)).toBe(false);
  });
});

describe('the wait a failure asks for', () => {
  test.each<[unknown, number | undefined]>([
    [{ headers: { 'Retry-After': '2' } }, 2000],
    [{ headers: new Headers({ 'retry-after': '0.5' }) }, 500],
    [{ responseHeaders: { 'retry-after-ms': '120', 'retry-after': '9' } }, 120],
    [{ response: { headers: { 'retry-after': 3 } } }, 3000],
    [{ headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' } }, 10_000],
    [{ headers: { 'retry-after': 'Thu, 01 Jan 2025 00:00:10 GMT' } }, 0],
    [{ cause: { headers: { 'retry-after': '1' } } }, 1000],
    [{ headers: { 'retry-after': 'soon' } }, undefined],
    [{ headers: { 'retry-after': '-5x' } }, undefined],
    [{ headers: null }, undefined],
    [new Error('plain'), undefined],
  ])('of %j is %s ms', (error, wait) => {
    expect(retryAfterMs(error, now)).toBe(wait);
  });
});
