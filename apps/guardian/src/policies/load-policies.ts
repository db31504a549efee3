import { aosEvents, type AosEvent } from '@interpose/aos';
import {
  InterposeError,
  type Approver,
  type Hooks,
  type HooksOptions,
  type Policy,
} from '@interpose/core';
import { hooksOf, loadPolicyModule, type PolicyModule } from '@interpose/core/load';
import { joinChat } from '@interpose/core/remote';

import { modulesOf, type PolicySource } from './policy-source.ts';
import { heldData } from './files/held-data.ts';
import { addressOf, newLoad } from './files/held-texts.ts';
import { checkPackages } from './files/read-named.ts';

/** Policies that can be served. */
export interface LoadedPolicies {
  readonly hooks: Hooks;
  readonly names: readonly string[];
  readonly source: PolicySource;
  /** The module's own approver, which then answers every ask. */
  readonly approver: Approver | undefined;
  /** The events without a hook that decides: every step of these is allowed. */
  readonly uncovered: readonly AosEvent[];
}

/**
 * Loads one version afresh, by the rule that all programs of Interpose follow, and waits for the setup of its policies.
 * A version that fails, or that has no hook that could decide, is not served.
 *
 * Throws `InterposeError` with code `policies_unreadable`, `policies_invalid` or `no_policies`, or that of a
 * registration.
 */
export async function loadPolicies(
  source: PolicySource,
  defaults: HooksOptions,
): Promise<LoadedPolicies> {
  await checkPackages(source);
  let loaded: LoadedPolicies | undefined;
  try {
    return await heldData.during(source, async () => (loaded = await loadTexts(source, defaults)));
  } catch (error) {
    await loaded?.hooks.close();
    throw error;
  }
}

async function loadTexts(source: PolicySource, defaults: HooksOptions): Promise<LoadedPolicies> {
  const load = newLoad();
  const names = modulesOf(source);
  const modules: PolicyModule[] = [];
  for (const name of names)
    modules.push(await loadPolicyModule(addressOf(source, name, load), name));
  const module = modules.length === 1 ? modules[0]! : joined(modules, names);
  const told = names.join(', ');
  const hooks = await hooksOf(module, told, { ...defaults, trace: true });
  return {
    hooks,
    names: module.options?.policies?.map(({ name }) => name) ?? ['hooks of the module'],
    source,
    approver: module.options?.approver,
    uncovered: uncoveredBy(hooks, told),
  };
}

/** Joins the policies of all modules in a folder; options and hooks of one module cannot apply to the others. */
function joined(modules: readonly PolicyModule[], names: readonly string[]): PolicyModule {
  const policies: Policy[] = [];
  for (const [index, { options }] of modules.entries()) {
    const { policies: own = [], ...others } = options ?? { hooks: true };
    if (Object.keys(others).length > 0)
      throw new InterposeError(
        'policies_invalid',
        `${names[index]} exports more than policies`,
        'export only policies from the modules of a folder',
      );
    policies.push(...own);
  }
  return { options: { policies } };
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
