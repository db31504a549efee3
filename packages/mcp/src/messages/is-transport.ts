import type { McpTransport } from './transport.ts';

/** True for anything that has the three methods of a transport. */
export function isTransport(target: unknown): target is McpTransport {
  if (typeof target !== 'object' || target === null) return false;
  const { start, send, close } = target as Partial<McpTransport>;
  return [start, send, close].every((method) => typeof method === 'function');
}
