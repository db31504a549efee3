import { listPublished, type ExportTarget, type Workspace } from '../list-workspaces.ts';
import { sizeLimits } from './size-limits.ts';

type BundlerConfig = Record<string, unknown>;

/** One line of size-limit: what is bundled, and how many bytes it may weigh. */
export type SizeCheck = {
  name: string;
  path: string | string[];
  import?: string;
  gzip: true;
  limit: string;
  modifyRolldownConfig: (config: BundlerConfig) => BundlerConfig;
};

/**
 * A line for every entry of every published package, and those that look at core as users load it. An entry is
 * weighed with the adapter kit that it uses; core, the SDK and other dependencies are left out. Throws for an
 * entry without a limit and for a limit without an entry.
 */
export function sizeChecks(): SizeCheck[] {
  const entries = listPublished().flatMap(listEntries);
  const known = new Set(entries.map(({ name }) => name));
  const faults = [
    ...entries.filter(({ name }) => !(name in sizeLimits)).map(({ name }) => `${name}: no limit`),
    ...Object.keys(sizeLimits)
      .filter((name) => !known.has(name))
      .map((name) => `${name}: a limit, but no such entry`),
  ];
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\nsay it in size-limits.ts`);
  return [
    ...coreAsLoaded,
    ...entries.map(({ name, path }) => ({
      name,
      path,
      gzip: true as const,
      limit: `${sizeLimits[name]} B`,
      modifyRolldownConfig: leaveOutDependencies,
    })),
  ];
}

const coreAsLoaded: readonly SizeCheck[] = [
  {
    name: '@interpose/core with its adapter entry',
    path: ['packages/core/dist/index.js', 'packages/core/dist/adapter.js'],
    gzip: true,
    limit: '25 kB',
    modifyRolldownConfig: leaveOutDependencies,
  },
  {
    name: 'createHooks',
    path: 'packages/core/dist/index.js',
    import: '{ createHooks }',
    gzip: true,
    limit: '17 kB',
    modifyRolldownConfig: leaveOutDependencies,
  },
];

/** Every export that is a module, as users import it and where it is built. */
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
