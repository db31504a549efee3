import { ask, definePolicy, deny, type Policy } from '@interpose/core';

/** Above 100 euros a refund is denied, above 20 a person decides, the rest passes. */
export const limits: Policy = definePolicy({
  name: 'limits',
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
});
