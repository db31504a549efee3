import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  createHooks,
  InterposeError,
  type Approver,
  type Hooks,
  type HooksOptions,
} from '@interpose/core';
import { hooksOf, loadPolicyModule, type PolicyModule } from '@interpose/core/load';
import { callerPath } from './caller-path.ts';
import { resolveOwnPackages } from './resolve-own-packages.ts';

/**
 * The hooks of a module of policies (`.ts` or `.mjs`) anywhere on the disk. Without an approver of its own every ask is
 * refused, since nobody watches a replay. The word `none` stands for hooks that hold nothing. Each copy of the module
 * has a state of its own.
 *
 * Throws `InterposeError` with code `policies_not_found`, or that of `loadPolicyModule` and `hooksOf`.
 */
export async function loadHooks(source: string, copy?: string): Promise<Hooks> {
  if (source === 'none') return createHooks();
  return hooksOf(await load(source, copy), source, { approver: refuse });
}

/** As `loadHooks`, but the options: for a replay that makes several registries of the same policies. */
export async function loadOptions(source: string, copy?: string): Promise<HooksOptions> {
  const { options } = await load(source, copy);
  if (options !== undefined) return { approver: refuse, ...options };
  throw new InterposeError(
    'policies_unfit',
    `${source} exports hooks that it made itself`,
    'export the policies or options instead, so that each side can have hooks of its own',
  );
}

const refuse: Approver = () => ({
  approved: false,
  by: 'replay',
  reason: 'Nobody is there to approve it.',
});

async function load(source: string, copy: string | undefined): Promise<PolicyModule> {
  const path = callerPath(source);
  if (!existsSync(path)) {
    throw new InterposeError(
      'policies_not_found',
      `there is no module ${path}`,
      'give the path of a module that exports policies, or the word none',
    );
  }
  resolveOwnPackages();
  const url = pathToFileURL(path);
  if (copy !== undefined) url.searchParams.set('copy', copy);
  return loadPolicyModule(url.href, path);
}
