import type { Dict } from '@interpose/core';
import { isDict } from './json-arguments.ts';

/**
 * Whether a value is an object with all of these methods, its own or inherited.
 *
 * @example
 * hasMethods(new Map(), 'get', 'set'); // => true
 */
export function hasMethods<T extends object = Dict>(
  value: unknown,
  ...names: readonly string[]
): value is T {
  return isDict(value) && names.every((name) => typeof value[name] === 'function');
}
