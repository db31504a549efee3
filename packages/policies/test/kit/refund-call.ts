import type { ToolCall } from '@interpose/core';

/** A call with arguments of every form, for rules to judge. */
export const refundCall: ToolCall = {
  id: 'c',
  name: 'refund',
  args: {
    cents: 500,
    to: ['a@acme.com', 'b@acme.com'],
    note: 'card 4111',
    'a.b': 1,
    deep: { x: [1] },
  },
};
