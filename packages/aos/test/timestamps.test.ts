import { expect, test } from 'vitest';

import { PingRequest } from '../src/generated/validators.mjs';

function isTime(timestamp: string): boolean {
  return PingRequest({ jsonrpc: '2.0', id: 1, method: 'ping', params: { timestamp } });
}

test.each([
  '2024-02-29T00:00:00Z',
  '2000-02-29t23:59:59.123456789z',
  '2025-12-31T23:59:59+14:00',
  '2016-12-31T23:59:60Z',
  '2016-12-31T15:59:60.5-08:00',
])('%s is a time', (timestamp) => {
  expect(isTime(timestamp)).toBe(true);
});

test.each([
  '2025-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2025-02-30T00:00:00Z',
  '2025-04-31T00:00:00Z',
  '2025-00-01T00:00:00Z',
  '2025-01-01T24:00:00Z',
  '2025-01-01T10:00:60Z',
  '2025-01-01T10:59:60+00:00',
  '2025-01-01T00:00:00',
  '2025-01-01 00:00:00Z',
])('%s is none', (timestamp) => {
  expect(isTime(timestamp)).toBe(false);
});
