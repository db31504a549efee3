import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { aosEvents, type AosEvent } from '@interpose/aos';
import {
  createHooks,
  InterposeError,
  type Hooks,
  type Policy,
  type StateStore,
} from '@interpose/core';
import { joinChat } from '@interpose/core/remote';

/** Policies that can be served. */
export interface LoadedPolicies {
  readonly hooks: Hooks;
  readonly names: readonly string[];
  /** SHA-256 of the module's text, in hexadecimal digits. */
  readonly digest: string;
  /** The events that no hook decides about: every step of these is allowed. */
  readonly uncovered: readonly AosEvent[];
}

let loads = 0;

/**
 * Loads a module afresh, registers its policies and waits for their setup. Nothing of it is served where that fails,
 * or where no hook would ever decide anything.
 *
 * Throws `InterposeError` with code `policies_unreadable`, `policies_invalid` or `no_policies`, or that of a
 * registration.
 */
export async function loadPolicies(module: string, store: StateStore): Promise<LoadedPolicies> {
  try {
    const { policies, digest } = await importAfresh(module);
    const list = listOf(module, policies);
    const hooks = createHooks({ policies: list, store });
    await hooks.ready();
    const names = list.map(({ name }) => name);
    return { hooks, names, digest, uncovered: uncoveredBy(hooks, module) };
  } catch (error) {
    if (InterposeError.isInstance(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const problem = `${module} cannot be loaded: ${reason}`;
    throw new InterposeError('policies_unreadable', problem, 'repair the module', { cause: error });
  }
}

/** What is in the list is checked where the policies are registered. */
function listOf(module: string, given: unknown): readonly Policy[] {
  const policies = (Array.isArray(given) ? given : [given]) as readonly Policy[];
  // Without a policy everything would be allowed, which a slip of the pen must not bring about.
  if (given !== undefined && policies.length > 0) return policies;
  const remedy = 'export a policy or a list of policies as default or as policies';
  throw new InterposeError('policies_invalid', `${module} exports no policy`, remedy);
}

/** A file may be written while it is read: then it is read again, so that the digest is that of what is served. */
async function importAfresh(
  module: string,
): Promise<{ readonly policies: unknown; readonly digest: string }> {
  const digest = await digestOf(module);
  const url = pathToFileURL(module);
  url.searchParams.set('load', String(++loads));
  const { default: main, policies = main } = (await import(url.href)) as {
    readonly default?: unknown;
    readonly policies?: unknown;
  };
  return (await digestOf(module)) === digest ? { policies, digest } : importAfresh(module);
}

async function digestOf(module: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(module))
    .digest('hex');
}

function uncoveredBy(hooks: Hooks, module: string): readonly AosEvent[] {
  const chat = joinChat(hooks, {
    chatId: 'coverage',
    host: { framework: 'guardian', version: '0.1.0' },
    agent: { id: 'guardian' },
  });
  const uncovered = aosEvents.filter((event) => !chat.listens(event));
  if (uncovered.length < aosEvents.length) return uncovered;
  const problem = `${module} has no hook that decides anything: every step would be allowed`;
  throw new InterposeError(
    'no_policies',
    problem,
    `add a hook for ${aosEvents[0]} or another event`,
  );
}
