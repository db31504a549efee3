import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from './capabilities.ts';
import { requireRows, rowsOn, type WithHooksOptions } from '@interpose/adapter-kit';
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
  return rowsOn(capabilities, pathsOf(target));
}

/**
 * Checks a target where `require: 'enforced'` asks for it.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireEnforced(options: WithHooksOptions, target: unknown): void {
  requireRows(options, () => inspect(target));
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
