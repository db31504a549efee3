import { relative } from 'node:path';

import { readSources } from '../app/list-sources.ts';
import { findUses, type Use } from '../uses/find-uses.ts';
import type { LintFinding } from './finding.ts';

/** The sources of an app, its folder, and the adapters that its scripts register. */
interface AppSources {
  readonly app: readonly string[];
  readonly folder: string;
  readonly registered: ReadonlySet<string>;
}

/** Calls of an SDK that pass no hooks in these sources; the other sources of the app tell what hooks them. */
export function findUnhooked(
  paths: readonly string[],
  { app, folder, registered }: AppSources,
): readonly LintFinding[] {
  const { uses, unreadable } = findUses(readSources(app));
  const looked = new Set(paths);
  const findings = [
    ...unreadable.map((path) => ({ path, found: [cannotRead(relative(folder, path))] })),
    ...uses.map((use) => ({
      path: use.path,
      found: toFinding(use, relative(folder, use.path), registered),
    })),
  ];
  return findings.filter(({ path }) => looked.has(path)).flatMap(({ found }) => found);
}

function toFinding(
  use: Use,
  file: string,
  registered: ReadonlySet<string>,
): readonly LintFinding[] {
  const { entry, written, line, column } = use;
  const { adapter, beyondReach, kind } = entry;
  if (beyondReach !== undefined)
    return [
      {
        rule: 'beyond-reach',
        level: 'warning',
        file,
        line,
        column,
        text: `${written} cannot be hooked: ${beyondReach}`,
        remedy: 'do not use it where policies must apply',
      },
    ];
  if (use.isHooked || registered.has(adapter)) return [];
  const made =
    kind === 'class' ? `withHooks(new ${written}(…), hooks)` : `withHooks(${written}, hooks)(…)`;
  const around = entry.around?.replace('*', entry.name) ?? made;
  return [
    {
      rule: 'unhooked-use',
      level: 'warning',
      file,
      line,
      column,
      text: `${written} is used without hooks`,
      remedy: `write ${around}, or start with --import ${adapter}/register`,
    },
  ];
}

function cannotRead(file: string): LintFinding {
  return {
    rule: 'source-unreadable',
    level: 'warning',
    file,
    line: 1,
    column: 1,
    text: 'cannot be parsed',
    remedy: 'repair its syntax',
  };
}
