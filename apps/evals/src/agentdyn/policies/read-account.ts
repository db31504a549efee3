import type { Passage, ReadContext } from '@interpose/policies/track-taint';

import { parsePython } from './parse-python.ts';

/** Labels what is known of an account somebody else has: it is that person's. */
export function readAccount(result: unknown, { call }: ReadContext): readonly Passage[] {
  const { username, email } = call.args;
  const author = typeof username === 'string' ? username : String(email);
  return [{ text: String(result), trust: 'untrusted', author }];
}

/** Labels what is known of the user's own account: all but what it has starred, which says nothing about whose it is. */
export function readOwnAccount(result: unknown): readonly Passage[] {
  try {
    const account = parsePython(String(result)) as Readonly<Record<string, unknown>>;
    const { 'starred repository': starred, ...own } = account;
    return [
      { text: JSON.stringify(own), trust: 'trusted' },
      { text: JSON.stringify(starred ?? []), trust: 'untrusted' },
    ];
  } catch {
    return [{ text: String(result), trust: 'untrusted' }];
  }
}
