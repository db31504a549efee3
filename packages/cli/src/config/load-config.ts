import { existsSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

import { InterposeError } from '@interpose/core';
import { loadPolicyModule, type PolicyModule } from '@interpose/core/load';
import { findConfig } from '@interpose/core/register';
import { labelledRulesFile } from '@interpose/policies/rules/labelled';

import { nearConfig } from './near-config.ts';

/** A module of policies and its name in messages. */
export interface LoadedModule {
  readonly path: string;
  readonly name: string;
  readonly module: PolicyModule;
}

/**
 * Loads a module of policies, or a file of rules with labels; without a name, the configuration of the folder.
 *
 * @throws InterposeError `config_missing`, or that of `findConfig`, `loadPolicyModule` or `labelledRulesFile`.
 */
export async function loadConfig(
  folder: string,
  given?: string,
  withinMs?: number,
): Promise<LoadedModule> {
  const path = given === undefined ? findConfig(folder) : absolute(folder, given);
  if (path === undefined || !existsSync(path)) throw missing(folder, given);
  const name = relative(folder, path) || path;
  if (/\.(?:ya?ml|json)$/.test(path))
    return { path, name, module: { options: { policies: labelledRulesFile(path) } } };
  if (/\.[cm]?ts$/.test(path) && !process.features.typescript)
    throw new InterposeError(
      'config_unreadable',
      `Node ${process.versions.node} does not load ${name}`,
      'use Node 22.18 or later, or write JavaScript',
    );
  try {
    return { path, name, module: await loadPolicyModule(pathToFileURL(path).href, name, withinMs) };
  } catch (error) {
    throw notInstalled(error, name) ?? error;
  }
}

/** Returns an error that asks to install a package if the module is correct but imports a missing package. */
function notInstalled(error: unknown, name: string): InterposeError | undefined {
  const { cause } = error as { readonly cause?: unknown };
  const [, wanted] =
    /^Cannot find (?:package|module) '((?:@[^/']+\/)?[^./'\\:][^/']*)/.exec(
      (cause as Error | undefined)?.message ?? '',
    ) ?? [];
  if (wanted === undefined) return undefined;
  const problem = `${name} imports ${wanted}, which is not installed here`;
  return new InterposeError('policies_unreadable', problem, `run npm install ${wanted}`, { cause });
}

function absolute(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

function missing(folder: string, given: string | undefined): InterposeError {
  const near = given === undefined ? nearConfig(folder) : undefined;
  const [problem, remedy] =
    given !== undefined
      ? [`there is no ${given} in ${folder}`, 'check the path']
      : near === undefined
        ? [
            `there is no interpose.config.ts, .mts, .cts, .mjs, .cjs or .js in ${folder}`,
            'run interpose init, or name a module with --config',
          ]
        : [
            `${near} in ${folder} is no name that is looked for`,
            'name it with --config, or write interpose.config.ts',
          ];
  return new InterposeError('config_missing', problem, remedy);
}
