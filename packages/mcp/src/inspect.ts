import { requireRows } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from './capabilities.ts';
import { isTransport } from './messages/is-transport.ts';
import type { WithHooksOptions } from './options.ts';

/**
 * The coverage of one concrete transport, hooked or not: what holds for each kind of message at this end.
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
  if (!isTransport(target)) {
    throw new InterposeError(
      'target_unknown',
      'this is no MCP transport',
      'pass an object with `start`, `send` and `close`, such as a StdioClientTransport',
    );
  }
  return capabilities.filter(({ path }) => path.startsWith(`${role}: `));
}

/**
 * Checks what `require: 'enforced'` asks for.
 *
 * @throws InterposeError `target_unknown` or `not_enforced`, listing the rows that are not.
 */
export function checkTarget(target: unknown, options: WithHooksOptions): void {
  const rows = inspect(target, options);
  requireRows(options, () => rows);
}
