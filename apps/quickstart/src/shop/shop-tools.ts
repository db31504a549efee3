import { tool, type ToolSet } from 'ai';
import { z } from 'zod';

/** What the support agent of a small shop can do; each tool works on a shop in memory. */
export function shopTools(): ToolSet {
  const order = { order: 1042, customer: 'c-17', total: 24, card: '4111 1111 1111 1111' };
  let paidBack = 0;
  return {
    lookup_order: tool({
      description: 'Finds an order by its number.',
      inputSchema: z.object({ order: z.number().int() }),
      execute: (wanted) => {
        if (wanted.order !== order.order) throw new Error(`There is no order ${wanted.order}.`);
        return order;
      },
    }),
    delete_customer: tool({
      description: 'Deletes a customer with all orders. Cannot be undone.',
      inputSchema: z.object({ customer: z.string() }),
      execute: ({ customer }) => `deleted ${customer}`,
    }),
    send_mail: tool({
      description: 'Sends a mail to a customer.',
      inputSchema: z.object({ to: z.string(), body: z.string() }),
      execute: () => 'sent',
    }),
    refund: tool({
      description: 'Pays an amount in dollars of an order back to the card it was paid with.',
      inputSchema: z.object({ order: z.number().int(), amount: z.number().positive() }),
      execute: ({ amount }) => {
        if (paidBack + amount > order.total) throw new Error('More than was paid.');
        paidBack += amount;
        return `paid back $${amount}`;
      },
    }),
  };
}
