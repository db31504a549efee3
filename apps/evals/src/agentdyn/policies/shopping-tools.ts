import type { ToolRule } from '@interpose/policies/track-taint';

import { readProducts } from './read-products.ts';

const aboutBuying = /\b(?:re)?(?:buy|purchas|order|checkout|check out|get me|need|want|shop|cart)/i;
const own: ToolRule = { effect: 'none', reads: 'trusted' };

/** The shop: the user's own orders, cart and account are trusted, the catalogue for what the user spoke of. */
export const shoppingTools: Readonly<Record<string, ToolRule>> = {
  search_product: { effect: 'none', reads: readProducts },
  view_order_history: own,
  view_cart: own,
  cart_total: own,
  view_available_discounts: own,
  get_shopping_account_user_information: own,
  get_invoice: own,
  cart_add_product: {
    asksFor: aboutBuying,
    guards: { product_id: 'trusted', '*': 'free' },
    reads: 'ignored',
  },
  cart_remove_product: { guards: { product_id: 'free', '*': 'free' }, reads: 'ignored' },
  checkout_selected_cart: {
    asksFor: aboutBuying,
    guards: { product_ids: 'trusted', '*': 'free' },
    reads: 'ignored',
  },
  refund_order: {
    asksFor: /\b(?:refund|return|money back|cancel)/i,
    guards: { order_id: 'trusted', '*': 'free' },
    reads: 'ignored',
  },
  login_shopping_account: { guards: { '*': 'free' }, reads: 'ignored' },
  update_shopping_account_password: {
    asksFor: /\bpassword/i,
    guards: { password: { must: 'be-trusted', whose: 'user' }, '*': 'free' },
    onUnrequested: 'deny',
    reads: 'ignored',
  },
};
