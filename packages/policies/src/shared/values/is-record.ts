import type { Dict } from '@interpose/core';

/** True for an object that is no list. */
export function isRecord(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
