import type { ExportTarget, Manifest } from '../../list-workspaces.ts';

/** Returns the faults of a packed manifest and the files beside it, one sentence each. */
export function manifestFaults(
  source: Manifest,
  packed: Manifest,
  inside: readonly string[],
  read: (file: string) => string,
): string[] {
  return [
    ...promiseFaults(packed),
    ...effectFaults(packed, inside, read),
    ...exportFaults(source, packed, inside),
    ...(inside.includes('LICENSE') ? [] : ['the tarball holds no LICENSE']),
    ...inside
      .filter((file) => /\.test(-d)?\.|^src\/(?!.*README\.md$)/.test(file))
      .map((file) => `${file} is shipped`),
  ];
}

/** The Node versions of packages that differ from the usual: a dependency of the command needs a newer Node. */
const NODE: Readonly<Record<string, string>> = { interpose: '^22.18.0 || >=24.11.0' };

function promiseFaults(packed: Manifest): string[] {
  const engines = NODE[packed.name] ?? '>=22.12';
  const promises: [boolean, string][] = [
    [packed.type === 'module', 'type is not "module"'],
    [packed.engines?.['node'] === engines, `engines.node is not "${engines}"`],
    [packed.publishConfig?.provenance === true, 'publishConfig.provenance is not true'],
    [!JSON.stringify(packed).includes('workspace:'), 'a workspace: range is left'],
    [
      isBesideOneCore(packed),
      '@interpose/core is no peer, so that an app may end up with two copies of it',
    ],
  ];
  return promises.filter(([holds]) => !holds).map(([, fault]) => fault);
}

/**
 * Checks `sideEffects`: an export whose file exports nothing works when it is imported, as `register` does. Bundlers leave
 * it out without a word unless it is listed.
 */
function effectFaults(
  packed: Manifest,
  inside: readonly string[],
  read: (file: string) => string,
): string[] {
  const working = Object.values(packed.exports ?? {})
    .map((target) => (typeof target === 'string' ? target : (target['default'] ?? '')))
    .filter((file) => file.endsWith('.js') && inside.includes(file.slice(2)))
    .filter((file) => /^export \{\};$/m.test(read(file.slice(2))));
  const expected = JSON.stringify(working.length > 0 && working);
  return JSON.stringify(packed.sideEffects) === expected ? [] : [`sideEffects is not ${expected}`];
}

const CORE = '@interpose/core';

/** Whether core is a peer, so that installing reports a second copy: hooks of two copies do not work together. */
function isBesideOneCore({ name, dependencies = {}, peerDependencies = {} }: Manifest): boolean {
  // A program includes its own dependencies.
  const isLibrary = name.startsWith('@interpose/');
  return name === CORE || !isLibrary || (!(CORE in dependencies) && CORE in peerDependencies);
}

/** Checks that `publishConfig.exports` equals the exports of the repository without the condition for sources. */
function exportFaults(source: Manifest, packed: Manifest, inside: readonly string[]): string[] {
  const expected = Object.entries(source.exports ?? {}).map(([path, target]) => [
    path,
    withoutSource(target),
  ]);
  if (expected.length === 0) return ['no exports'];
  const wrong =
    JSON.stringify(Object.fromEntries(expected)) === JSON.stringify(packed.exports)
      ? []
      : ['publishConfig.exports is not exports without "@interpose/source"'];
  const targets = Object.values(packed.exports ?? {}).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  const absent = targets.filter((target) => !inside.includes(target.replace(/^\.\//, '')));
  return [...wrong, ...absent.map((target) => `${target} is exported but not in the tarball`)];
}

function withoutSource(target: ExportTarget): ExportTarget {
  if (typeof target === 'string') return target;
  return Object.fromEntries(
    Object.entries(target).filter(([condition]) => condition !== '@interpose/source'),
  );
}
