import { expect, test } from 'vitest';

import { isMcpInbound } from './mcp-events.ts';

const request = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const answer = { jsonrpc: '2.0', id: 1, result: {} };
const failure = { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } };

test.each([
  [request, false],
  [answer, true],
  [failure, true],
  [{ ...answer, method: 'tools/list' }, false],
])('without a direction, answers come from the server: %j', (message, isInbound) => {
  expect(isMcpInbound({ message })).toBe(isInbound);
});

test('what is said of the direction holds', () => {
  expect(isMcpInbound({ message: answer, direction: 'outbound' })).toBe(false);
  expect(isMcpInbound({ message: request, direction: 'inbound' })).toBe(true);
});
