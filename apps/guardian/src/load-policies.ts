import { pathToFileURL } from 'node:url';

import {
  createHooks,
  InterposeError,
  type Hooks,
  type Policy,
  type StateStore,
} from '@interpose/core';

/** Policies that can be served. */
export interface LoadedPolicies {
  readonly hooks: Hooks;
  readonly names: readonly string[];
}

let loads = 0;

/**
 * Loads a module afresh, registers its policies and waits for their setup. Nothing of it is served where that fails.
 *
 * Throws `InterposeError` with code `policies_unreadable` or `policies_invalid`, or that of a registration.
 */
export async function loadPolicies(module: string, store: StateStore): Promise<LoadedPolicies> {
  try {
    const policies = listOf(await importAfresh(module));
    const hooks = createHooks({ policies, store });
    await hooks.ready();
    return { hooks, names: policies.map(({ name }) => name) };
  } catch (error) {
    if (InterposeError.isInstance(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const problem = `${module} cannot be loaded: ${reason}`;
    throw new InterposeError('policies_unreadable', problem, 'repair the module', { cause: error });
  }

  /** What is in the list is checked where the policies are registered. */
  function listOf(given: unknown): readonly Policy[] {
    const policies = (Array.isArray(given) ? given : [given]) as readonly Policy[];
    // Without a policy everything would be allowed, which a slip of the pen must not bring about.
    if (given !== undefined && policies.length > 0) return policies;
    const remedy = 'export a policy or a list of policies as default or as policies';
    throw new InterposeError('policies_invalid', `${module} exports no policy`, remedy);
  }
}

async function importAfresh(module: string): Promise<unknown> {
  const url = pathToFileURL(module);
  url.searchParams.set('load', String(++loads));
  const { default: main, policies = main } = (await import(url.href)) as {
    readonly default?: unknown;
    readonly policies?: unknown;
  };
  return policies;
}
