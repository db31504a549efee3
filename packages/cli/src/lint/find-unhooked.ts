import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { findUses, type Use } from '../app/find-uses.ts';
import type { LintFinding } from './finding.ts';

/** Calls of an SDK that pass no hooks, in these sources. */
export function findUnhooked(
  paths: readonly string[],
  folder: string,
  registered: ReadonlySet<string>,
): readonly LintFinding[] {
  return paths.flatMap((path) => {
    const file = relative(folder, path);
    const uses = findUses(readFileSync(path, 'utf8'), path);
    if (uses === undefined) return [unreadable(file)];
    return uses.flatMap((use) => toFinding(use, file, registered));
  });
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
        remedy: 'do without it where policies must hold',
      },
    ];
  if (use.isHooked || registered.has(adapter)) return [];
  const around =
    kind === 'class'
      ? `withHooks(new ${written}(…), hooks)`
      : `withHooks of ${adapter} for ${written} or for its model`;
  return [
    {
      rule: 'unhooked-use',
      level: 'warning',
      file,
      line,
      column,
      text: `${written} passes no hooks`,
      remedy: `write ${around}, or start with --import ${adapter}/register`,
    },
  ];
}

function unreadable(file: string): LintFinding {
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
