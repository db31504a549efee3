import { InterposeError } from '@interpose/core';

import { storedText } from './stored-text.ts';

/** What to write: the text, and for how many whole milliseconds it is kept; undefined is for ever. */
export type Stored = readonly [text: string | undefined, ttlMs: number | undefined];

/**
 * What to write for a value with a time to live; one whose time is over before it begins is as good as removed.
 *
 * @throws InterposeError `invalid_option` when the time to live is not a number.
 */
export function storedFor(value: unknown, ttlMs: number | undefined): Stored {
  const text = storedText(value);
  if (ttlMs === undefined || ttlMs > FOR_EVER_MS) return [text, undefined];
  if (typeof ttlMs !== 'number' || Number.isNaN(ttlMs)) {
    throw new InterposeError(
      'invalid_option',
      `ttlMs is ${String(ttlMs)}`,
      'pass milliseconds, or leave it out',
    );
  }
  return ttlMs <= 0 ? [undefined, undefined] : [text, Math.ceil(ttlMs)];
}

/** Three thousand years: more than the dates of a server may hold. */
const FOR_EVER_MS = 1e14;
