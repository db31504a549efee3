import type { Dict } from '@interpose/core';

/** Whether a value is a JSON object. */
export function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object under this key, or an empty one. */
export function dictAt(value: Dict, key: string): Dict {
  const inner = value[key];
  return isDict(inner) ? inner : {};
}

/** Returns the string under this key; undefined if there is none. */
export function stringAt(value: Dict, key: string): string | undefined {
  const inner = value[key];
  return typeof inner === 'string' ? inner : undefined;
}
