import { ask, definePolicy, deny, mapText, type Approver, type Policy } from '@interpose/core';

const allowed: ReadonlySet<string> = new Set(['find_order', 'refund']);

/** Denies: a tool that is not on the list does not run. */
const allowList: Policy = definePolicy({
  name: 'allow-list',
  version: '1.0.0',
  hooks: {
    preToolCall: ({ call }) =>
      allowed.has(call.name) ? undefined : deny('not on the list', { code: 'not_allowed' }),
  },
});

/** Denies large refunds, asks a person about those in between, lets small ones pass. */
const refundLimit: Policy = definePolicy({
  name: 'refund-limit',
  version: '1.0.0',
  hooks: {
    preToolCall: {
      tool: 'refund',
      run: ({ call }) => {
        const cents = Number(call.args['cents']);
        if (!(cents <= 10_000)) return deny('more than $100', { code: 'over_limit' });
        return cents > 2000 ? ask(`pay back $${cents / 100}?`) : undefined;
      },
    },
  },
});

/** Rewrites: an address leaves neither the shop for the model nor the agent for the screen. */
const hideAddresses: Policy = definePolicy({
  name: 'hide-addresses',
  version: '1.0.0',
  hooks: {
    onUserMessage: ({ message }) => ({ message: mapText(message, withoutAddresses) }),
    onToolCallResult: ({ result }) =>
      typeof result === 'string' ? { result: withoutAddresses(result) } : undefined,
    onAgentResponse: ({ message }) => ({ message: mapText(message, withoutAddresses) }),
  },
});

/** Denies what goes beyond so many tool calls in one session, whoever makes them. */
export function callBudget(limit: number): Policy {
  return definePolicy({
    name: 'call-budget',
    version: '1.0.0',
    hooks: {
      preToolCall: async ({ session }) => {
        const calls = await session.state.update<number>('calls', (count = 0) => count + 1);
        if (calls > limit) return deny('the session has spent its calls', { code: 'budget_spent' });
      },
    },
  });
}

/** Answers at once in place of a person: yes up to $50. */
export const approver: Approver = ({ value }) => {
  const { args } = value as { readonly args: { readonly cents: number } };
  return { approved: args.cents <= 5000, by: 'the shift lead' };
};

/** What every agent of this shop runs under, whatever it is made with. */
export function shopPolicies(): readonly Policy[] {
  return [callBudget(10), allowList, refundLimit, hideAddresses];
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[address]');
}
