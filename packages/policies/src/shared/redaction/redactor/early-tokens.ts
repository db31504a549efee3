import type { Message } from '@interpose/core';

import type { Change } from '../values/scalar.ts';
import { replaceSpans } from './replace-spans.ts';
import { findTokens } from './token.ts';
import { nextToken, tokenOf, type Vault } from './vault.ts';

/**
 * Returns the vault with other tokens for new values of people where the model and tools used these tokens before. The
 * answers and results of a conversation may hold tokens of an earlier vault, which a new message does not show.
 *
 * @example
 * settleEarly(vault, () => ['<EMAIL_ADDRESS_1>'], ['<EMAIL_ADDRESS_1>']).aliases; // { '<EMAIL_ADDRESS_1>': '<EMAIL_ADDRESS_2>' }
 */
export function settleEarly(
  vault: Vault,
  saidBefore: () => readonly string[],
  seen: readonly string[],
): Vault {
  const { early, ...settled } = vault;
  if (early === undefined) return vault;
  const before = new Set(saidBefore());
  const taken = early.filter((token) => before.has(token));
  if (taken.length === 0) return settled;
  const values = { ...vault.values };
  const counts = { ...vault.counts };
  const aliases = { ...vault.aliases };
  const avoided = new Set([...vault.literals, ...seen]);
  for (const token of taken) {
    const other = nextToken(findTokens(token)[0]!.type, counts, avoided);
    if (other !== undefined) {
      values[other] = values[token]!;
      aliases[token] = other;
    }
    delete values[token];
  }
  return { ...settled, values, counts, aliases, literals: [...vault.literals, ...taken] };
}

/**
 * Returns a change that also replaces early tokens by those that took their place.
 *
 * @example
 * withAliases(hide, vault)('<EMAIL_ADDRESS_1>'); // '<EMAIL_ADDRESS_2>'
 */
export function withAliases(change: Change, vault: Vault): Change {
  if (vault.aliases === undefined) return change;
  return (...read) => {
    const scalar = change(...read);
    return typeof scalar === 'string'
      ? replaceSpans(scalar, findTokens(scalar), ({ token }) => tokenOf(vault, token))
      : scalar;
  };
}

/** Whether a message comes from the model or a tool, so that its tokens are older than the request. */
export function isSaidBefore({ role }: Message): boolean {
  return role === 'assistant' || role === 'tool';
}
