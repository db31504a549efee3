import { hasMethods } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from './capabilities.ts';
import type { WithHooksOptions } from './options.ts';
import type { McpTransport } from './messages/transport.ts';

/**
 * Returns the coverage of one transport, hooked or not: a row for each kind of message and event at this end.
 *
 * @throws InterposeError `target_unknown` for something that `withHooks` does not take.
 *
 * @example
 * const open = inspect(transport).filter((row) => row.status !== 'enforced');
 */
export function inspect(
  target: unknown,
  { role = 'client' }: Pick<WithHooksOptions, 'role'> = {},
): readonly CapabilityRow[] {
  checkTarget(target);
  return capabilities.filter(({ path }) => path.startsWith(`${role}: `));
}

/**
 * Refuses anything but a transport. All its rows are enforced, so `require` refuses nothing before messages come.
 *
 * @throws InterposeError `target_unknown`.
 */
export function checkTarget(target: unknown): asserts target is McpTransport {
  if (hasMethods(target, 'start', 'send', 'close')) return;
  throw new InterposeError(
    'target_unknown',
    'this is no MCP transport',
    'pass an object with `start`, `send` and `close`, such as a StdioClientTransport',
  );
}
