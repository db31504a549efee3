import type { Dict } from '@interpose/core';

/** Whether a value is an object and no list. */
export function isRecord(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
