import { ask, createHooks, definePolicy, deny, type Hooks } from '@interpose/core';
import { allowTools } from '@interpose/policies/allow-tools';
import { redactPersonal } from '@interpose/policies/redact-personal';

/** Up to 20 euros nobody is asked, up to 100 a person is, above that it does not happen. */
const refundLimits = definePolicy({
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

/** The same hooks for every agent, whatever SDK it is made with. */
export function shopHooks(): Hooks {
  return createHooks({
    policies: [
      allowTools(['find_order', 'refund']),
      refundLimits,
      redactPersonal({ types: ['EMAIL_ADDRESS'] }),
    ],
    // A real app asks a person here. This one says yes up to 50 euros.
    approver: ({ value }) => {
      const { args } = value as { readonly args: { readonly cents: number } };
      return { approved: args.cents <= 5000, by: 'the shift lead' };
    },
  });
}
