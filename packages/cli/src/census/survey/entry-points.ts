import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One path of the exports map: `.` is the empty name. */
export type EntryPoint = { name: string; file: string; declarations: string | undefined };

type Target = string | readonly Target[] | { readonly [condition: string]: Target } | null;

type Manifest = { name: string; version: string; exports: Readonly<Record<string, Target>> };

/** The name and version of an installed package. */
export function identify(folder: string): { name: string; version: string } {
  const { name, version } = readManifest(folder);
  return { name, version };
}

/** Every public entry point for ES modules, wildcards spelled out: the shortest name first. */
export function entryPoints(folder: string, skip?: RegExp): EntryPoint[] {
  const found = new Map<string, EntryPoint>();
  for (const [key, target] of Object.entries(readManifest(folder).exports)) {
    for (const [name, file] of spellOut(folder, key, resolveTarget(target, runtimeConditions))) {
      if (skip?.test(name) === true || found.has(withoutExtension(name))) continue;
      const declared = resolveTarget(target, ['types', ...runtimeConditions]);
      const declarations = declarationsOf(folder, file, key.includes('*') ? undefined : declared);
      const label = withoutExtension(name);
      found.set(label, { name: label, file: join(folder, file), declarations });
    }
  }
  return [...found.values()].toSorted(
    (a, b) => depthOf(a.name) - depthOf(b.name) || (a.name < b.name ? -1 : 1),
  );
}

const runtimeConditions = ['node', 'import', 'module', 'default'];

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function depthOf(name: string): number {
  return name === '' ? 0 : name.split('/').length;
}

function withoutExtension(name: string): string {
  return name.replace(/(\/index)?\.m?js$/, '').replace(/\/index$/, '');
}

function resolveTarget(target: Target, conditions: readonly string[]): string | undefined {
  if (target === null) return undefined;
  if (typeof target === 'string') return target;
  if (Array.isArray(target)) return resolveTarget((target[0] ?? null) as Target, conditions);
  for (const [condition, next] of Object.entries(target)) {
    const found = conditions.includes(condition) ? resolveTarget(next, conditions) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function spellOut(
  folder: string,
  key: string,
  target: string | undefined,
): readonly (readonly [name: string, file: string])[] {
  if (target === undefined || !/\.m?js$|\*$/.test(target)) return [];
  const own = key.replace(/^\.\/?/, '');
  if (!key.includes('*')) return existsSync(join(folder, target)) ? [[own, target]] : [];
  const [before = '', after = ''] = target.replace(/^\.\//, '').split('*');
  const ending = /\.m?js$/.test(after) ? '' : '.js';
  return globSync(`${before}**/*${after}${ending}`, { cwd: folder }).map((file) => {
    const matched = file.slice(before.length, after === '' ? undefined : -after.length);
    return [own.replace('*', matched), `./${file}`] as const;
  });
}

function declarationsOf(
  folder: string,
  file: string,
  declared: string | undefined,
): string | undefined {
  const beside = file.replace(/\.(m?)js$/, '.d.$1ts');
  return [declared, beside, beside.replace('.d.mts', '.d.ts')]
    .filter((path) => path !== undefined && /\.d\.m?ts$/.test(path))
    .map((path) => join(folder, path!))
    .find((path) => existsSync(path));
}
