import { ask, definePolicy, deny, type Approver, type Policy } from '@interpose/core';

/** Denies: a deletion cannot be taken back. */
export const noDeletion: Policy = definePolicy({
  name: 'no-deletion',
  version: '1.0.0',
  hooks: {
    preToolCall: { tool: 'delete_*', run: () => deny('only people delete customers') },
  },
});

/** Rewrites: of a card number only the last four digits leave the shop. */
export const hideCards: Policy = definePolicy({
  name: 'hide-cards',
  version: '1.0.0',
  hooks: {
    preToolCall: {
      tool: 'send_mail',
      run: ({ call }) => {
        const body = String(call.args['body']);
        const hidden = body.replaceAll(/\b(?:\d[ -]?){12}(\d{4})\b/g, '**** $1');
        if (hidden !== body) return { call: { ...call, args: { ...call.args, body: hidden } } };
      },
    },
  },
});

/** Asks: money leaves the shop only with somebody's yes. */
export const askForRefunds: Policy = definePolicy({
  name: 'ask-for-refunds',
  version: '1.0.0',
  hooks: {
    preToolCall: {
      tool: 'refund',
      run: ({ call }) => ask(`pay back $${String(call.args['amount'])}?`),
    },
  },
});

/** Answers at once in place of a person: yes up to $50. */
export const approver: Approver = ({ value }) => {
  const { args } = value as { readonly args: { readonly amount: number } };
  return { approved: args.amount <= 50, by: 'the shift lead' };
};

/** The three together, as `--policies` takes them. */
const all: readonly Policy[] = [noDeletion, hideCards, askForRefunds];

export default all;
