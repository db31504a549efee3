import { definePolicy, deny } from '@interpose/core';

/** A conversation may go to billing. It does not go to the lawyers. */
export const handoffs = definePolicy({
  name: 'handoffs',
  hooks: {
    preDelegate: ({ task }) =>
      task.to === 'legal' ? deny('a person calls the lawyers') : undefined,
  },
});

/** One budget for every agent of the conversation. */
export const budget = definePolicy({
  name: 'budget',
  hooks: {
    preToolCall: async ({ session }) => {
      const calls = await session.state.update<number>('calls', (count = 0) => count + 1);
      return calls > 5 ? deny('this conversation has used its calls') : undefined;
    },
  },
});
