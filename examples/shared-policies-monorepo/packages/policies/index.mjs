import { definePolicy, deny } from '@interpose/core';

/** What every agent of this company runs under, whatever it is made with. */
export const company = definePolicy({
  name: 'company',
  version: '1.0.0',
  hooks: {
    preToolCall: ({ call }) =>
      Number(call.args['cents'] ?? 0) > 10_000 ? deny('more than 100 euros') : undefined,
  },
});
