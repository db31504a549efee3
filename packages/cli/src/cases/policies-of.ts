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

/** Makes new hooks for one case, so that no state of an earlier case is left. */
export type MakeHooks = (own: Pick<HooksOptions, 'approver'>) => Hooks;

/** The policies that a file of cases tests. */
export interface CasePolicies {
  readonly make: MakeHooks;
  readonly policies: readonly Policy[];
  /** The files of rules among the policies. */
  readonly ruleFiles: readonly string[];
  /** A module that exports the result of `createHooks`, whose hooks cannot be listed. */
  readonly unlisted: string | undefined;
}

/**
 * Loads the policies that a file names, or the configuration if it names none.
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

/** Returns the name of a file in messages. */
export function shortName(path: string): string {
  return `${basename(dirname(path))}/${basename(path)}`;
}
