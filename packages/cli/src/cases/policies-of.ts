import { basename, dirname } from 'node:path';

import {
  createHooks,
  InterposeError,
  type Hooks,
  type HooksOptions,
  type Policy,
} from '@interpose/core';

import { loadConfig } from '../config/load-config.ts';
import type { CaseFile } from './policy-case.ts';

/** Makes a registry for one case: what one case leaves behind is not there in the next. */
export type MakeHooks = (own: Pick<HooksOptions, 'approver'>) => Hooks;

/** What a file of cases is about. */
export interface CasePolicies {
  readonly make: MakeHooks;
  readonly policies: readonly Policy[];
  /** The files of rules among them. */
  readonly ruleFiles: readonly string[];
  /** A module that gave what `createHooks` returned, whose hooks nobody can list. */
  readonly unlisted: string | undefined;
}

/**
 * Loads the policies that a file names, or the configuration where it names none.
 *
 * @throws InterposeError for a module that cannot be used, `cases_invalid` for one whose hooks cannot join others.
 */
export async function policiesOf(file: CaseFile, folder: string): Promise<CasePolicies> {
  const names = file.policies.length === 0 ? [undefined] : file.policies;
  const loaded = await Promise.all(names.map((name) => loadConfig(folder, name)));
  let options: HooksOptions = {};
  for (const { module } of loaded) options = { ...options, ...module.options };
  const policies = loaded.flatMap(({ module }) => module.options?.policies ?? []);
  const ready = loaded.find(({ module }) => module.hooks);
  if (ready !== undefined && loaded.length > 1)
    throw new InterposeError(
      'cases_invalid',
      `${basename(file.path)}: ${ready.name} exports what createHooks returned, which cannot join other policies`,
      'export its policies',
    );
  const make: MakeHooks = (own) =>
    ready?.module.hooks?.extend(own) ?? createHooks({ ...options, policies, trace: true, ...own });
  const ruleFiles = loaded
    .filter(({ path }) => /\.(?:ya?ml|json)$/.test(path))
    .map(({ path }) => path);
  return { make, policies, ruleFiles, unlisted: ready?.name };
}

/** How messages call a file. */
export function shortName(path: string): string {
  return `${basename(dirname(path))}/${basename(path)}`;
}
