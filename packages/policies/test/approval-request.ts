import type { ApprovalRequest } from '@interpose/core';

/** What an approver is asked about this value. */
export function requestOf(
  value: unknown = { cents: 5 },
  signal: AbortSignal = new AbortController().signal,
): ApprovalRequest {
  return {
    event: 'preToolCall',
    reason: 'refund?',
    by: ['require-approval/preToolCall'],
    value,
    digest: 'a'.repeat(64),
    sessionId: 's',
    chatId: 'c',
    agent: { id: 'agent' },
    token: 't',
    expiresAt: Date.now() + 1000,
    signal,
  };
}
