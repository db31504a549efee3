import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { InterposeError, type Approver, type Policy } from '@interpose/core';
import { callerPath } from './caller-path.ts';
import { resolveOwnPackages } from './resolve-own-packages.ts';

/** What a module of policies gives. */
export interface LoadedPolicies {
  readonly policies: readonly Policy[];
  readonly approver: Approver;
}

/**
 * Loads the policies of a module (`.ts` or `.mjs`) anywhere on the disk: a list as its default
 * export or as `policies`, and an `approver` where it has one. Without an approver every ask is
 * refused, since nobody watches a replay. The word `none` loads nothing. Each copy of the module has
 * a state of its own.
 *
 * Throws `InterposeError` with code `policies_not_found`, `policies_unreadable` or `policies_invalid`.
 */
export async function loadPolicies(source: string, copy?: string): Promise<LoadedPolicies> {
  if (source === 'none') return { policies: [], approver: refuse };
  const path = callerPath(source);
  if (!existsSync(path)) {
    throw new InterposeError(
      'policies_not_found',
      `there is no module ${path}`,
      'give the path of a module whose default export is a list of policies, or the word none',
    );
  }
  const { default: main, policies = main, approver = refuse } = await load(path, copy);
  if (!Array.isArray(policies)) {
    throw wrong(path, 'exports no list of policies', 'export one as default or as policies');
  }
  if (typeof approver !== 'function') {
    throw wrong(path, 'exports an approver that is no function', 'export a function as approver');
  }
  // What is in the list is checked where the policies are registered.
  return { policies: policies as readonly Policy[], approver: approver as Approver };
}

const refuse: Approver = () => ({
  approved: false,
  by: 'replay',
  reason: 'Nobody is there to approve it.',
});

interface PolicyModule {
  readonly default?: unknown;
  readonly policies?: unknown;
  readonly approver?: unknown;
}

async function load(path: string, copy: string | undefined): Promise<PolicyModule> {
  resolveOwnPackages();
  const url = pathToFileURL(path);
  if (copy !== undefined) url.searchParams.set('copy', copy);
  try {
    return (await import(url.href)) as PolicyModule;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InterposeError(
      'policies_unreadable',
      `${path} cannot be loaded: ${reason}`,
      'repair the module',
      { cause: error },
    );
  }
}

function wrong(path: string, problem: string, remedy: string): InterposeError {
  return new InterposeError('policies_invalid', `${path} ${problem}`, remedy);
}
