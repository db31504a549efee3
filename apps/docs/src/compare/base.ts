import { ask, deny, type Policy } from '@interpose/core';
import { allowTools } from '@interpose/policies/allow-tools';

const refundLimits: Policy = {
  name: 'refund-limits',
  version: '1.0.0',
  hooks: {
    preToolCall: {
      tool: 'refund',
      run: ({ call }) => {
        const cents = Number(call.args['cents']);
        if (!(cents <= 10_000)) return deny('more than 100 euros');
        return cents > 2000 ? ask(`pay ${cents / 100} euros back?`) : undefined;
      },
    },
  },
};

export const policies: readonly Policy[] = [
  allowTools(['refund']),
  refundLimits,
];
