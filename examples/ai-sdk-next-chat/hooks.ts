import { ask, createHooks, definePolicy, deny } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';

const limits = definePolicy({
  name: 'limits',
  version: '1.0.0',
  hooks: {
    preToolCall: {
      tool: 'refund',
      run: ({ call }) => {
        const cents = Number(call.args['cents']);
        if (!(cents <= 10_000)) return deny('more than 100 euros');
        return cents > 2000 ? ask(`Pay ${cents / 100} euros back?`) : undefined;
      },
    },
  },
});

/** One registry for the process. */
export const hooks = createHooks({ policies: [limits] });
hooks.observe('onDecision', logDecisions());
