import { InterposeError } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from './capabilities.ts';
import type { WithHooksOptions } from './options.ts';
import { recognise } from './targets/recognise.ts';

const CLIENT_PATHS = ['client', 'client stream', 'callExtensionMethod'];
const SERVER_PATHS = ['server', 'server stream', 'push notification'];

/**
 * The coverage of one concrete target, hooked or not: what holds at each event on each of its paths.
 *
 * @throws InterposeError `target_unknown` for something that `withHooks` does not take.
 *
 * @example
 * const open = inspect(client).filter((row) => row.status !== 'enforced');
 */
export function inspect(target: unknown): readonly CapabilityRow[] {
  const paths = pathsOf(target);
  return capabilities.filter(({ path }) => paths.includes(path));
}

/**
 * Checks a target where `require: 'enforced'` asks for it.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireEnforced(options: WithHooksOptions, target: unknown): void {
  if (options.require !== 'enforced') return;
  const open = inspect(target).filter(({ status }) => status !== 'enforced');
  if (open.length === 0) return;
  const list = open.map(({ path, event, status }) => `${path} ${event} ${status}`).join(', ');
  throw new InterposeError(
    'not_enforced',
    `not everything here can be enforced: ${list}`,
    "hook what these rows leave open, or drop require: 'enforced'",
  );
}

function pathsOf(target: unknown): readonly string[] {
  switch (recognise(target).kind) {
    case 'client':
    case 'transport':
    case 'transport-factory':
      return CLIENT_PATHS;
    case 'factory':
      return [...CLIENT_PATHS, 'agent card discovery'];
    case 'sender':
      return ['push notification'];
    case 'handler':
    case 'json-rpc-handler':
    case 'mount':
      return SERVER_PATHS;
  }
}
