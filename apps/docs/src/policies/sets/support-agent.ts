import type { Policy } from '@interpose/core';
import { allowTools } from '@interpose/policies/allow-tools';
import { limitRate } from '@interpose/policies/limit-rate';
import { redactPersonal } from '@interpose/policies/redact-personal';
import { requireApproval } from '@interpose/policies/require-approval';
import { trackTaint } from '@interpose/policies/track-taint';

const hour = 60 * 60 * 1000;

export const support: readonly Policy[] = [
  allowTools(['find_order', 'refund', 'send_mail']),
  redactPersonal(),
  requireApproval({
    tools: ['refund'],
    when: ({ cents }) => Number(cents) > 2000,
  }),
  limitRate({ limit: 5, windowMs: hour, per: 'user', tool: 'refund' }),
  trackTaint({ onTainted: 'ask', onUnrequested: 'ask' }),
];
