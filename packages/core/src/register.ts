import type { Hooks } from './contract/hooks/hooks.ts';
import { InterposeError } from './errors/interpose-error.ts';
import { loadPolicyModule } from './loading/load-policies.ts';
import { hooksOf, type PolicyExport } from './loading/policy-module.ts';

/**
 * What `interpose.config` may export as default or as `policies`: a policy, a list of policies, options of a registry,
 * the registry itself, or a function that returns one of these.
 *
 * @example
 * const config: RegisterConfig = [{ name: 'closed', hooks: { preToolCall: () => deny('closed') } }];
 */
export type RegisterConfig = PolicyExport;

/** What this asks of Node, at run time: core itself runs anywhere. */
interface Node {
  readonly versions: { readonly node: string };
  readonly features: { readonly typescript?: unknown };
  cwd(): string;
  getBuiltinModule(name: 'node:fs'): { readonly existsSync: (path: string) => boolean };
  getBuiltinModule(name: 'node:module'): { readonly registerHooks?: unknown };
  getBuiltinModule(name: 'node:path'): { readonly join: (...parts: readonly string[]) => string };
  getBuiltinModule(name: 'node:url'): { pathToFileURL(path: string): URL };
}

const CONFIG_FILES = ['interpose.config.ts', 'interpose.config.mjs'] as const;

let registered: Promise<Hooks> | undefined;

/**
 * The hooks that `interpose.config` in the working directory asks for: loaded and made ready once, so that the adapters
 * which are registered in one process share one registry, with its sessions.
 *
 * @example
 * const ready = (): Promise<Hooks> => registeredHooks();
 * @throws InterposeError `register_unsupported`, `config_missing`, `config_unreadable`, or that of `loadPolicyModule`.
 */
export function registeredHooks(): Promise<Hooks> {
  return (registered ??= load((globalThis as unknown as { readonly process: Node }).process)); // the types of core know no Node
}

async function load(node: Node): Promise<Hooks> {
  if (typeof node.getBuiltinModule('node:module').registerHooks !== 'function') {
    throw new InterposeError(
      'register_unsupported',
      `Node ${node.versions.node} cannot hook modules as they load`,
      'use Node 22.15 or later, or call withHooks in the app',
    );
  }
  return loadHooks(node, findConfig(node));
}

function findConfig(node: Node): string {
  const folder = node.cwd();
  const { join } = node.getBuiltinModule('node:path');
  const { existsSync } = node.getBuiltinModule('node:fs');
  const [found, other] = CONFIG_FILES.map((file) => join(folder, file)).filter(existsSync);
  if (found === undefined) {
    throw new InterposeError(
      'config_missing',
      `there is no ${CONFIG_FILES.join(' or ')} in ${folder}`,
      'add one that exports an array of policies as default',
    );
  }
  if (other !== undefined) {
    throw new InterposeError(
      'config_unreadable',
      `there are both ${CONFIG_FILES.join(' and ')} in ${folder}`,
      'put the policies of both into one and delete the other',
    );
  }
  if (found.endsWith('.ts') && !node.features.typescript) {
    throw new InterposeError(
      'config_unreadable',
      `Node ${node.versions.node} does not load ${found}`,
      'use Node 22.18 or later, or write interpose.config.mjs',
    );
  }
  return found;
}

async function loadHooks(node: Node, file: string): Promise<Hooks> {
  const { href } = node.getBuiltinModule('node:url').pathToFileURL(file);
  return hooksOf(await loadPolicyModule(href, file), file);
}
