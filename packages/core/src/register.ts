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

/** The first two are read; the others are looked for to be named. */
const CONFIG_FILES: readonly string[] = [
  'interpose.config.ts',
  'interpose.config.mjs',
  'interpose.config.js',
  'interpose.config.cjs',
];

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
  const files = CONFIG_FILES.filter((file) => existsSync(join(folder, file)));
  const [file, other] = files;
  if (file === undefined || other !== undefined || !/ts$|mjs$/.test(file)) {
    throw new InterposeError(
      file === undefined ? 'config_missing' : 'config_unreadable',
      `${folder} holds ${files.join(' and ') || 'none'}, where one interpose.config.ts or interpose.config.mjs is read`,
      'write one that exports all policies',
    );
  }
  const found = join(folder, file);
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
