import { pathToFileURL } from 'node:url';

import { createHooks, type Hooks, type Policy, type StateStore } from '@interpose/core';

/** Policies that can be served. */
export interface LoadedPolicies {
  readonly hooks: Hooks;
  readonly names: readonly string[];
}

let loads = 0;

/**
 * Loads a module afresh, registers its policies and waits for their setup.
 *
 * @throws what the module, a registration or a setup threw; nothing of it is served then.
 */
export async function loadPolicies(module: string, store: StateStore): Promise<LoadedPolicies> {
  const url = pathToFileURL(module);
  url.searchParams.set('load', String(++loads));
  const { default: given } = (await import(url.href)) as { readonly default?: unknown };
  if (given === undefined) throw new Error(`${module} has no default export`);
  const policies = (Array.isArray(given) ? given : [given]) as readonly Policy[];
  const hooks = createHooks({ policies, store });
  await hooks.ready();
  return { hooks, names: policies.map(({ name }) => name) };
}
