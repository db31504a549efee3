import { definePolicy, deny, type Policy } from '@interpose/core';

/** The policy to roll out: no refund above 40 euros. */
export const stricter: Policy = definePolicy({
  name: 'stricter',
  version: '1.0.0',
  hooks: {
    preToolCall: {
      tool: 'refund',
      run: ({ call }) =>
        Number(call.args['cents']) <= 4000
          ? undefined
          : deny('more than 40 euros'),
    },
  },
});
