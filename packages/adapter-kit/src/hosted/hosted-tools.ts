import type { Dict } from '@interpose/core';

/**
 * The fields of a service's tool that are no text for the model: its type, its names, and the credentials for a server.
 *
 * @example
 * UNREAD.includes('authorization'); // => true
 */
export const UNREAD: readonly string[] = [
  ...['type', 'name', 'server_label'],
  ...['authorization', 'headers'],
];

/**
 * Returns these members of a value; a member that is missing is undefined.
 *
 * @example
 * only({ type: 'mcp', require_approval: 'never' }, ['type']); // => { type: 'mcp' }
 */
export function only(value: Dict, names: readonly string[]): Dict {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}
