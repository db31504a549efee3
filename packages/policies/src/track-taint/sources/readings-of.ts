import type { Dict } from '@interpose/core';

import { isPlain } from '../../shared/values/is-plain.ts';
import { joined, mapTextRuns } from '../../shared/values/text-runs.ts';

/** The deepest level at which adjacent texts are joined. */
const DEEPEST = 32;

/**
 * Returns the value, and, if there are adjacent texts in it, the value with these as one: a model reads them so.
 *
 * @example
 * readingsOf({ content: [{ type: 'text', text: 'ann@mail.example' }] }); // the value alone
 */
export function readingsOf<T>(value: T): readonly T[] {
  const read = joinedThrough(value, 0);
  return read === value ? [value] : [value, read as T];
}

function joinedThrough(value: unknown, depth: number): unknown {
  const inside = (item: unknown): unknown => joinedThrough(item, depth + 1);
  if (depth === DEEPEST) return value;
  if (Array.isArray(value)) return mapTextRuns<unknown>(value, joined, inside);
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, inside(item)] as const);
  const isSame = entries.every(([key, item]) => item === (value as Dict)[key]);
  return isSame ? value : Object.fromEntries(entries);
}
