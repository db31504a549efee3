import type { Dict } from '@interpose/core';

/**
 * What no model reads of a tool that a service runs, beside its kind and its name: who it is, and the keys to a server.
 *
 * @example
 * UNREAD.includes('authorization'); // => true
 */
export const UNREAD: readonly string[] = [
  ...['type', 'name', 'server_label'],
  ...['authorization', 'headers'],
];

/**
 * These members of a value, of those that it has.
 *
 * @example
 * only({ type: 'mcp', require_approval: 'never' }, UNREAD); // => { type: 'mcp' }
 */
export function only(value: object, names: Iterable<string>): Dict {
  const kept: Record<string, unknown> = {};
  for (const name of names) if (name in value) kept[name] = Reflect.get(value, name);
  return kept;
}
