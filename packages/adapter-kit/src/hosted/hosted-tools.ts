import type { Dict } from '@interpose/core';

/**
 * The fields of a tool that are no text for the model: its type, its names, how strictly its schema is read, and the
 * credentials for a server.
 *
 * @example
 * UNREAD.has('authorization'); // => true
 */
export const UNREAD: ReadonlySet<string> = new Set([
  'type',
  'name',
  'strict',
  'server_label',
  'authorization',
  'headers',
]);

/**
 * Returns these members of a value; a member that is missing is undefined.
 *
 * @example
 * only({ type: 'mcp', require_approval: 'never' }, ['type']); // => { type: 'mcp' }
 */
export function only(value: Dict, names: Iterable<string>): Dict {
  return Object.fromEntries(Array.from(names, (name) => [name, value[name]]));
}
