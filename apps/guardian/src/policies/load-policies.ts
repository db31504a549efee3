import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { aosEvents, type AosEvent } from '@interpose/aos';
import { InterposeError, type Hooks, type HooksOptions } from '@interpose/core';
import { hooksOf, loadPolicyModule, type PolicyModule } from '@interpose/core/load';
import { joinChat } from '@interpose/core/remote';

/** Policies that can be served. */
export interface LoadedPolicies {
  readonly hooks: Hooks;
  readonly names: readonly string[];
  /** SHA-256 of the module's text, in hexadecimal digits. */
  readonly digest: string;
  /** True where the module names its own approver, which then answers every ask. */
  readonly hasApprover: boolean;
  /** The events that no hook decides about: every step of these is allowed. */
  readonly uncovered: readonly AosEvent[];
}

let loads = 0;

/**
 * Loads a module afresh, by the rule that every program of Interpose follows, and waits for the setup of its policies.
 * Nothing of it is served where that fails, or where no hook would ever decide anything.
 *
 * Throws `InterposeError` with code `policies_unreadable`, `policies_invalid` or `no_policies`, or that of a
 * registration.
 */
export async function loadPolicies(path: string, defaults: HooksOptions): Promise<LoadedPolicies> {
  const { module, digest } = await importAfresh(path);
  const hooks = await hooksOf(module, path, { ...defaults, trace: true });
  const names = module.options?.policies?.map(({ name }) => name) ?? ['hooks of the module'];
  const hasApprover = module.options?.approver !== undefined;
  return { hooks, names, digest, hasApprover, uncovered: uncoveredBy(hooks, path) };
}

/** A file may be written while it is read: then it is read again, so that the digest is that of what is served. */
async function importAfresh(
  path: string,
): Promise<{ readonly module: PolicyModule; readonly digest: string }> {
  const digest = await digestOf(path);
  const url = pathToFileURL(path);
  url.searchParams.set('load', String(++loads));
  const module = await loadPolicyModule(url.href, path);
  return (await digestOf(path)) === digest ? { module, digest } : importAfresh(path);
}

async function digestOf(path: string): Promise<string> {
  try {
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  } catch (cause) {
    const problem = `${path} cannot be read: ${(cause as Error).message}`;
    throw new InterposeError('policies_unreadable', problem, 'name a file of policies', { cause });
  }
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
