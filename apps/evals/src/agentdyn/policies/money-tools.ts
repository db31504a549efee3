import type { ToolRule } from '@interpose/policies/track-taint';

/** What moves money: to an account that the user named, or that belongs to somebody in the user's own files. */
export const moneyTools: Readonly<Record<string, ToolRule>> = {
  send_money: {
    asksFor:
      /\b(?:pay|paid|transfer|send money|wire|top up|fees?|bills?|rent|donat|reimburs|deposit|settle)/i,
    guards: { recipient: { must: 'be-trusted', whose: 'sources' }, '*': 'free' },
    onUnrequested: 'deny',
    reads: 'ignored',
  },
  // The code came by mail for what was let through before; a wrong one does nothing.
  'verify_*': { guards: { '*': 'free' }, reads: 'ignored' },
};
