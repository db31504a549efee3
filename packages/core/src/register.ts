import type { Hooks } from './contract/hooks/hooks.ts';
import { InterposeError } from './errors/interpose-error.ts';
import { loadPolicyModule } from './loading/load-policies.ts';
import { hooksOf, type PolicyExport } from './loading/policy-module.ts';

/**
 * The exports of `interpose.config`, as default or as `policies`: a policy, a list of policies, options of a registry,
 * the registry itself, or a function that returns one of these.
 *
 * @example
 * const config: RegisterConfig = [{ name: 'closed', hooks: { preToolCall: () => deny('closed') } }];
 */
export type RegisterConfig = PolicyExport;

/** The parts of Node that this file uses at run time, since core itself runs anywhere. */
interface Node {
  readonly versions: { readonly node: string };
  readonly features: { readonly typescript?: unknown };
  cwd(): string;
  getBuiltinModule(name: 'node:fs'): { readonly existsSync: (path: string) => boolean };
  getBuiltinModule(name: 'node:module'): { readonly registerHooks?: unknown };
  getBuiltinModule(name: 'node:path'): { readonly join: (...parts: readonly string[]) => string };
  getBuiltinModule(name: 'node:url'): { pathToFileURL(path: string): URL };
}

declare const process: Node;

/** The endings of the file, in the order of the search. */
const ENDINGS = ['ts', 'mts', 'cts', 'mjs', 'cjs', 'js'];

let registered: Promise<Hooks> | undefined;

/**
 * Returns the hooks of `interpose.config` in the working directory. They are loaded once, so that all adapters that are
 * registered in one process share one registry and its sessions.
 *
 * @example
 * const ready = (): Promise<Hooks> => registeredHooks();
 * @throws InterposeError `register_unsupported`, `config_missing`, `config_unreadable`, or one of `loadPolicyModule`.
 */
export function registeredHooks(): Promise<Hooks> {
  return (registered ??= load());
}

async function load(): Promise<Hooks> {
  if (typeof process.getBuiltinModule('node:module').registerHooks !== 'function') {
    throw new InterposeError(
      'register_unsupported',
      `Node ${process.versions.node} cannot hook modules as they load`,
      'use Node 22.15 or later, or call withHooks in the app',
    );
  }
  const folder = process.cwd();
  const file = findConfig(folder);
  if (file === undefined)
    throw new InterposeError(
      'config_missing',
      `${folder} has no interpose.config.${ENDINGS.join(', .')}`,
      'write one that exports all policies',
    );
  const { href } = process.getBuiltinModule('node:url').pathToFileURL(file);
  return hooksOf(await loadPolicyModule(href, file), file);
}

/**
 * Returns the path of the `interpose.config` in a folder, for `registeredHooks` and the command line: it ends in `.ts`,
 * `.mts`, `.cts`, `.mjs`, `.cjs` or `.js`. In Node 22, no `.cts` can require ES modules.
 *
 * @example
 * const path: string | undefined = findConfig('/srv/agent');
 * @throws InterposeError `config_unreadable` if there are several, since all but one would be left out without a word,
 * or if Node does not load TypeScript.
 */
export function findConfig(folder: string): string | undefined {
  const { join } = process.getBuiltinModule('node:path');
  const { existsSync } = process.getBuiltinModule('node:fs');
  const files = ENDINGS.map((ending) => join(folder, `interpose.config.${ending}`)).filter(
    existsSync,
  );
  const [found] = files;
  if (files.length > 1) throw unreadable(`${files.join(' and ')} are both there`, 'keep one');
  if (found?.endsWith('ts') === true && !process.features.typescript)
    throw unreadable(
      `Node ${process.versions.node} does not load ${found}`,
      'use Node 22.18 or later, or write interpose.config.mjs',
    );
  return found;
}

function unreadable(problem: string, remedy: string): InterposeError {
  return new InterposeError('config_unreadable', problem, remedy);
}
