import { deny, memoryStore, type Policy } from '@interpose/core';

/** As limits without a store have it. */
const shared = memoryStore();

const counted: Policy = {
  name: 'counted',
  hooks: {
    preToolCall: {
      name: 'by-cents',
      async run({ call, session }) {
        const count = await session.state.update<number>('count', (before = 0) => before + 1);
        switch (call.args['cents']) {
          case 12:
            return (await shared.update('all', (before = 0) => Number(before) + 1)) === 5
              ? undefined
              : deny('not the fifth', { code: 'other' });
          case 13:
            for (;;);
          case 14:
            await new Promise((resolve) => setTimeout(resolve, 2500));
            return undefined;
          case 15:
            return process.exit(3);
          case 500:
            return deny('over the limit', { code: 'limit' });
          default:
            return count > 3
              ? deny(`the call ${count} of this session`, { code: 'too_many' })
              : undefined;
        }
      },
    },
  },
};

export default counted;
