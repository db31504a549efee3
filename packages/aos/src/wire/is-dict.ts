import type { Dict } from '@interpose/core';

/** True for a JSON object. */
export function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under this key, or an empty one. */
export function dictAt(value: Dict, key: string): Dict {
  const inner = value[key];
  return isDict(inner) ? inner : {};
}

/** The string under this key, if there is one. */
export function stringAt(value: Dict, key: string): string | undefined {
  const inner = value[key];
  return typeof inner === 'string' ? inner : undefined;
}
