import { ask, definePolicy, deny, type Policy } from '@interpose/core';

/** Words of tools that write, in the recorded runs and in those of the scripted agent. */
const WRITES = /^(book|cancel|update|send|refund|pay|delete|transfer)/;

/** Lets the demo show every kind of decision: what writes much waits for people, what destroys is denied. */
const demo: Policy = definePolicy({
  name: 'demo',
  version: '1.0.0',
  hooks: {
    preToolCall: [
      {
        name: 'no-destructive-command',
        run: ({ call }) =>
          /rm\s+-rf|drop\s+table/i.test(JSON.stringify(call.args))
            ? deny('destructive command', { code: 'destructive' })
            : undefined,
      },
      {
        name: 'big-refund',
        run: ({ call }) =>
          call.name === 'refund' && Number(call.args['cents']) > 10_000
            ? ask('A refund of more than 100 takes a person.', { code: 'big_refund' })
            : undefined,
      },
      {
        name: 'whole-cents',
        run: ({ call }) => {
          const cents = Number(call.args['cents']);
          if (call.name !== 'refund' || Number.isInteger(cents)) return undefined;
          return { call: { ...call, args: { ...call.args, cents: Math.round(cents) } } };
        },
      },
      {
        name: 'certificates',
        run: ({ call }) =>
          WRITES.test(call.name) && /certificate/.test(call.name)
            ? deny('Certificates are sent by people only.', { code: 'certificate' })
            : undefined,
      },
    ],
    onToolCallResult: {
      name: 'looked-at',
      run: () => undefined,
    },
  },
});

export default demo;
