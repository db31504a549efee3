import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
  createHooks,
  InterposeError,
  type Hooks,
  type HooksOptions,
  type Policy,
} from '@interpose/core';
import { interceptSdk } from './intercept-sdk.ts';

import { withHooks } from './with-hooks.ts';
import { besideSdks } from './sdk-copies.ts';

/** What `interpose.config` may export as default: policies, options of a registry, or the registry itself. */
export type RegisterConfig = readonly Policy[] | HooksOptions | Hooks;

const CONFIG_FILES = ['interpose.config.ts', 'interpose.config.mjs'] as const;

if (typeof module.registerHooks !== 'function') {
  throw new InterposeError(
    'register_unsupported',
    `Node ${process.versions.node} cannot hook modules as they load`,
    'use Node 22.15 or later, or call withHooks in the app',
  );
}

const hooks = await loadHooks(findConfig(process.cwd()));
await hooks.ready();
for (const sdk of besideSdks()) withHooks(sdk, hooks);
interceptSdk((sdk) => void withHooks(sdk, hooks));

function findConfig(folder: string): string {
  const found = CONFIG_FILES.map((file) => join(folder, file)).find(existsSync);
  if (found === undefined) {
    throw new InterposeError(
      'config_missing',
      `there is no ${CONFIG_FILES.join(' or ')} in ${folder}`,
      'add one that exports an array of policies as default',
    );
  }
  if (found.endsWith('.ts') && !process.features.typescript) {
    throw new InterposeError(
      'config_unreadable',
      `Node ${process.versions.node} does not load ${found}`,
      'use Node 22.18 or later, or write interpose.config.mjs',
    );
  }
  return found;
}

async function loadHooks(file: string): Promise<Hooks> {
  const { default: config } = (await import(pathToFileURL(file).href)) as { default?: unknown };
  if (Array.isArray(config)) return createHooks({ policies: config as readonly Policy[] });
  if (typeof config !== 'object' || config === null) {
    throw new InterposeError(
      'config_invalid',
      `${file} has no default export that is a list of policies`,
      'export default [yourPolicy()], options for createHooks, or what createHooks returned',
    );
  }
  return 'dispatch' in config ? (config as Hooks) : createHooks(config);
}
