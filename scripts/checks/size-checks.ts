import { listPublished, type ExportTarget, type Workspace } from '../list-workspaces.ts';
import { overBudget, sizeLimits } from './size-limits.ts';

type BundlerConfig = Record<string, unknown>;

/** One line of size-limit: the bundled entry, and its most bytes. */
export type SizeCheck = {
  name: string;
  path: string | string[];
  import?: string;
  gzip: true;
  limit: string;
  modifyRolldownConfig: (config: BundlerConfig) => BundlerConfig;
};

/**
 * Returns a line for every entry of every published package, and lines for core as users load it. An entry is measured
 * with the adapter kit that it uses, without core, the SDK and other dependencies. Throws for an entry without a limit
 * and for a limit without an entry.
 */
export function sizeChecks(): SizeCheck[] {
  const lines = [...coreAsLoaded, ...listPublished().flatMap(listEntries)];
  const known = new Set(lines.map(({ name }) => name));
  const faults = [
    ...lines.filter(({ name }) => !(name in sizeLimits)).map(({ name }) => `${name}: no limit`),
    ...[...Object.keys(sizeLimits), ...Object.keys(overBudget)]
      .filter((name) => !known.has(name))
      .map((name) => `${name}: a limit, but no such entry`),
    ...Object.entries(overBudget)
      .filter(([name, held]) => held <= sizeLimits[name]!)
      .map(([name]) => `${name}: within its budget, so its line in overBudget has to go`),
  ];
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\nsay it in size-limits.ts`);
  for (const [name, held] of Object.entries(overBudget)) {
    console.error(`${name}: over its budget of ${sizeLimits[name]} B, held at ${held} B`);
  }
  return lines.map((line) => ({
    ...line,
    gzip: true,
    limit: `${overBudget[line.name] ?? sizeLimits[line.name]} B`,
    modifyRolldownConfig: leaveOutDependencies,
  }));
}

const coreAsLoaded: readonly Pick<SizeCheck, 'name' | 'path' | 'import'>[] = [
  {
    name: '@interpose/core with its adapter entry',
    path: ['packages/core/dist/index.js', 'packages/core/dist/adapter.js'],
  },
  { name: 'createHooks', path: 'packages/core/dist/index.js', import: '{ createHooks }' },
];

/** Returns every export that is a module, with its import name and its built file. */
function listEntries({ folder, manifest }: Workspace): { name: string; path: string }[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
    const built = builtFile(target);
    if (built === undefined) return [];
    return [{ name: manifest.name + path.slice(1), path: `${folder}/${built.replace('./', '')}` }];
  });
}

function builtFile(target: ExportTarget): string | undefined {
  return typeof target === 'string' ? undefined : target['default'];
}

function leaveOutDependencies(config: BundlerConfig): BundlerConfig {
  return { ...config, external: isLeftOut };
}

function isLeftOut(id: string): boolean {
  return !/^(\.|\/)/.test(id) && !id.startsWith('@interpose/adapter-kit');
}
