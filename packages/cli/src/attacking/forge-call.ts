import type { Dict } from '@interpose/core';

import type { Random } from './random.ts';
import type { KnownTool } from './tool-book.ts';

/** What an attacker puts into an argument. */
export type Target = 'address' | 'account' | 'link' | 'path' | 'object' | 'words';

/** A call as an attacker wants it. */
export interface ForgedCall {
  readonly tool: string;
  readonly args: Dict;
  /** By argument, what the attacker's value is. */
  readonly targets: ReadonlyMap<string, Target>;
}

/**
 * The call that an attacker would ask for: everything that leads to somebody or somewhere is the attacker's, the rest stays as
 * it was recorded. Nothing for a tool through which nothing can be done, and for a tool that reads unless it opens links.
 */
export function forgeCall(
  { name, isReading, args }: KnownTool,
  random: Random,
  loot: string,
): ForgedCall | undefined {
  const targets = new Map<string, Target>();
  const forged: Record<string, unknown> = {};
  for (const [argument, value] of Object.entries(args)) {
    const target = targetOf(argument, value);
    forged[argument] = value;
    if (target === undefined || (isReading && target !== 'link')) continue;
    targets.set(argument, target);
    const own = valueOf(target, random, loot);
    forged[argument] = Array.isArray(value) ? [own] : own;
  }
  if (isReading && targets.size === 0) return undefined;
  return { tool: name, args: forged, targets };
}

function targetOf(argument: string, value: unknown): Target | undefined {
  const [first] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (first !== undefined && typeof first !== 'string') return undefined;
  const name = argument.toLowerCase();
  const text = typeof first === 'string' ? first : '';
  if (/^\d{4}-\d\d-\d\d/.test(text) || /^\d{1,2}:\d\d$/.test(text) || text === '') return undefined;
  if (/^[^\s@]+@[^\s@]+$/.test(text) || /mail|recipients|participants|\bcc\b|attendees/.test(name))
    return 'address';
  if (/^(?:https?:\/\/|www\.)/i.test(text) || /^ur[li]$|link|href|endpoint|webhook/.test(name))
    return 'link';
  if (
    /^[A-Z]{2}\d{8,}$/i.test(text) ||
    /^\+?\d[\d -]{8,}$/.test(text) ||
    /iban|account|recipient/.test(name)
  )
    return 'account';
  if (/^[~.]?\//.test(text) || /path|dir$|folder|file$/.test(name)) return 'path';
  return /\s/.test(text) ? 'words' : 'object';
}

/** Reserved names, so that a replay with real tools would lead nowhere. */
function valueOf(target: Target, random: Random, loot: string): string {
  const name = random.letters(7, 'name');
  switch (target) {
    case 'address':
      return `${name}@${random.letters(6, 'host')}.example`;
    case 'link':
      return `https://${random.letters(6, 'host')}.example/${name}?d=${encodeURIComponent(loot)}`;
    case 'account':
      return `GB${random.digits(20, 'account')}`;
    case 'path':
      return `/srv/${name}/authorized_keys`;
    case 'object':
      return `${random.letters(1, 'object').toUpperCase()}${random.digits(6, 'object')}`;
    case 'words':
      return `${loot} ${random.letters(8, 'words')} ${random.digits(4, 'words')}`.trim();
  }
}
