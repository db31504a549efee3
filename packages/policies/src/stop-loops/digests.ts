import type { Dict } from '@interpose/core';
import { digest } from 'ohash';

import type { RecentCall } from './chat-record.ts';

/** Values inside of values. A value that holds itself goes on for ever, and one that is deeper ends the stack. */
const DEEPEST = 1000;

/** Arguments that hold themselves, or are nested too deeply. */
class Endless extends Error {}
/** Why a call with such arguments is denied. */
export const ENDLESS =
  'its arguments hold themselves, or hold more than 1000 values one inside the other; pass plain data that is less deep';

/** A call as it is remembered; asked for before the store is: what throws there counts as a failure of the store. */
export function callOf(tool: string, args: Dict): RecentCall | 'endless' {
  try {
    return [tool, digestArgs(args)];
  } catch (error) {
    if (error instanceof Endless) return 'endless';
    throw error;
  }
}

/**
 * SHA-256 over the arguments with their keys in order: the same for the same arguments, however they were written.
 *
 * @throws Endless
 */
export function digestArgs(args: Dict): string {
  return digest(JSON.stringify(inOrder(args, '', 0))).slice(0, 22);
}

/** SHA-256 over what an error says; numbers in it do not make it another. */
export function digestError(message: string): string {
  return digest(message.slice(0, 1000).replaceAll(/\d+/g, '#')).slice(0, 22);
}

/** What JSON holds of a value, with keys in order. A replacer would do the same, and is asked about every text of a list. */
function inOrder(given: unknown, key: string | number, depth: number): unknown {
  const value = plainOf(given, key);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) throw new Endless();
  if (Array.isArray(value)) return value.map((item, at) => inOrder(item, at, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([first], [second]) => (first < second ? -1 : 1))
      .map(([name, item]) => [name, inOrder(item, name, depth + 1)]),
  );
}

function plainOf(value: unknown, key: string | number): unknown {
  if (typeof value === 'string' || value === null || value === undefined) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? toJSON.call(value, String(key)) : value;
}
