import { InterposeError } from '@interpose/core';

import { storedText } from './stored-text.ts';

/** The text to write, and the whole milliseconds to keep it; undefined means for ever. */
export type Stored = readonly [text: string | undefined, ttlMs: number | undefined];

/**
 * Returns what to write for a value with a time to live. A time of 0 or less removes the value.
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

/** Three thousand years. A server may not support later dates. */
const FOR_EVER_MS = 1e14;
