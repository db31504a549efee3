import { ask, definePolicy, deny } from '@interpose/core';

/** Up to 20 euros nobody is asked, up to 100 a person is, above that it does not happen. */
export const refundLimits = definePolicy({
  name: 'refund-limits',
  version: '1.0.0',
  hooks: {
    preToolCall: {
      tool: 'refund',
      run: ({ call }) => {
        const cents = Number(call.args.cents);
        if (!(cents <= 10_000)) return deny('more than 100 euros');
        return cents > 2000 ? ask(`pay ${cents / 100} euros back?`) : undefined;
      },
    },
  },
});
