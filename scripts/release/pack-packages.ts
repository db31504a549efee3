import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import { listPublished, repositoryRoot } from '../list-workspaces.ts';
import { runCommand } from '../run-command.ts';

/** Packs every published package into a folder and returns the tarballs by package name. */
export async function packPackages(folder: string): Promise<ReadonlyMap<string, string>> {
  const tarballs = new Map<string, string>();
  for (const { folder: source, manifest } of listPublished()) {
    const before = new Set(readdirSync(folder));
    const command = ['pnpm', 'pack', '--pack-destination', folder];
    const { exitCode, output } = await runCommand(command, {
      folder: join(repositoryRoot, source),
    });
    const packed = readdirSync(folder).find((file) => !before.has(file));
    if (exitCode !== 0 || packed === undefined)
      throw new Error(`${manifest.name} could not be packed: ${output}`);
    // A file name without a version, so that manifests can refer to it.
    const tarball = join(folder, `${manifest.name.replace('@interpose/', '')}.tgz`);
    renameSync(join(folder, packed), tarball);
    tarballs.set(manifest.name, tarball);
  }
  return tarballs;
}
