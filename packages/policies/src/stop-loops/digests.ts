import type { Dict } from '@interpose/core';
import { digest } from 'ohash';

import type { RecentCall } from './chat-record.ts';

/** The deepest nesting of values. A circular value never ends, and a deeper one overflows the stack. */
const DEEPEST = 1000;

/** Thrown for arguments that are circular or nested too deeply. */
class Endless extends Error {}
/** The reason for denying a call with such arguments. */
export const ENDLESS =
  'its arguments hold themselves, or hold more than 1000 values one inside the other; pass plain data that is less deep';

/** Returns a call for the record. Compute it before the store is used: a throw there counts as a failed store. */
export function callOf(tool: string, args: Dict): RecentCall | 'endless' {
  try {
    return [tool, digestArgs(args)];
  } catch (error) {
    if (error instanceof Endless) return 'endless';
    throw error;
  }
}

/**
 * Returns a SHA-256 over the arguments with sorted keys: the same for equal arguments, however they are written.
 *
 * @throws Endless
 */
export function digestArgs(args: Dict): string {
  return digest(JSON.stringify(inOrder(args, '', 0))).slice(0, 22);
}

/** Returns a SHA-256 over the message of an error, without regard to numbers in it. */
export function digestError(message: string): string {
  return digest(message.slice(0, 1000).replaceAll(/\d+/g, '#')).slice(0, 22);
}

/** Returns the JSON form of a value with sorted keys. A JSON replacer does the same, but runs for every text. */
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
