import { InterposeError } from '../errors/interpose-error.ts';
import { inTime, LOADS_WITHIN_MS } from './in-time.ts';
import { readPolicyModule, type PolicyModule } from './policy-module.ts';

/**
 * Imports a module of policies and reads it by law 13.
 *
 * @param address a `file:` URL; a query after it, such as `?load=2`, makes the runtime read the file afresh.
 * @param source the name of the module in messages.
 * @param withinMs how long it may take: 30 seconds by default.
 * @example
 * const load = (): Promise<PolicyModule> => loadPolicyModule('file:///srv/agent/policies.mjs', 'policies.mjs');
 * @throws InterposeError `policies_unreadable` if it cannot be imported, its function throws or it takes too long;
 * `policies_invalid` or `no_policies` for wrong exports.
 */
export async function loadPolicyModule(
  address: string,
  source: string,
  withinMs: number = LOADS_WITHIN_MS,
): Promise<PolicyModule> {
  try {
    return await inTime(importAndRead(address, source), source, withinMs);
  } catch (error) {
    if (InterposeError.isInstance(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new InterposeError(
      'policies_unreadable',
      `${source} cannot be loaded: ${reason}`,
      'repair the module',
      { cause: error },
    );
  }
}

async function importAndRead(address: string, source: string): Promise<PolicyModule> {
  const module = (await import(address)) as Readonly<Record<string, unknown>>;
  return readPolicyModule(module, source);
}
