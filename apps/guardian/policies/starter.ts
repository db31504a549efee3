import { definePolicy, deny, type Policy } from '@interpose/core';

/** Turns away commands that nobody wants to explain afterwards. */
const starter: Policy = definePolicy({
  name: 'starter',
  version: '1.0.0',
  hooks: {
    preToolCall: {
      name: 'no-destructive-command',
      run: ({ call }) =>
        /rm\s+-rf|drop\s+table/i.test(JSON.stringify(call.args))
          ? deny('destructive command', { code: 'destructive' })
          : undefined,
    },
  },
});

export default starter;
