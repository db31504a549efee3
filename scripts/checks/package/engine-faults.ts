import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import subset from 'semver/ranges/subset.js';

import { repositoryRoot, type Manifest, type Workspace } from '../../list-workspaces.ts';

/** Returns the dependencies that need a newer Node than the package that depends on them. */
export function engineFaults({ folder, manifest }: Workspace): readonly string[] {
  const promised = manifest.engines?.['node'] ?? '*';
  return Object.keys(manifest.dependencies ?? {}).flatMap((name) => {
    const path = join(repositoryRoot, folder, 'node_modules', name, 'package.json');
    if (!existsSync(path)) return [`${name} is not installed, so the Node it needs is unknown`];
    const needed = (JSON.parse(readFileSync(path, 'utf8')) as Manifest).engines?.['node'] ?? '*';
    return subset(promised, needed)
      ? []
      : [`${name} needs Node ${needed}, and the package promises ${promised}`];
  });
}
