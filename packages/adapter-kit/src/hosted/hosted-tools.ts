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
 * These members of a value; undefined where it has none of a name.
 *
 * @example
 * only({ type: 'mcp', require_approval: 'never' }, ['type']); // => { type: 'mcp' }
 */
export function only(value: Dict, names: readonly string[]): Dict {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}
