import { relative } from 'node:path';

import { readSources } from '../app/list-sources.ts';
import type { AppManifest } from '../app/read-manifest.ts';
import { AppModules } from '../uses/app-modules.ts';
import { AppStarts } from '../uses/app-starts.ts';
import { findUses, type Use } from '../uses/find-uses.ts';
import type { LintFinding } from './finding.ts';

/** The sources of an app, its folder, and its package.json. */
interface AppSources {
  readonly app: readonly string[];
  readonly folder: string;
  readonly manifest: AppManifest;
}

/** Reports SDK calls without hooks in these sources; the app's other sources may hook them. */
export function findUnhooked(
  paths: readonly string[],
  { app, folder, manifest }: AppSources,
): readonly LintFinding[] {
  const modules = new AppModules(readSources(app));
  const starts = new AppStarts(folder, manifest, modules);
  const looked = new Set(paths);
  const findings = [
    ...modules.unreadable.map((path) => ({ path, found: [cannotRead(relative(folder, path))] })),
    ...findUses(modules).map((use) => ({
      path: use.path,
      found: toFinding(use, relative(folder, use.path), starts),
    })),
  ];
  return findings.filter(({ path }) => looked.has(path)).flatMap(({ found }) => found);
}

function toFinding(use: Use, file: string, starts: AppStarts): readonly LintFinding[] {
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
  if (use.isHooked || starts.registered.has(adapter)) return [];
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
      text: `${written} is used without hooks${startedWithout(adapter, starts)}`,
      remedy: `write ${around}, or start with --import ${adapter}/register`,
    },
  ];
}

/** Names the scripts that lack an adapter that other scripts load. If all lack it, the remedy is enough. */
function startedWithout(adapter: string, starts: AppStarts): string {
  const scripts = starts.without(adapter);
  if (scripts.length === 0) return '';
  const which = scripts.length === 1 ? 'the script' : 'the scripts';
  const verb = scripts.length === 1 ? 'starts' : 'start';
  return ` where ${which} ${scripts.join(', ')} ${verb} a file without ${adapter}/register`;
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
