import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from './list-workspaces.ts';

const producedFolders = new Set([
  'node_modules',
  'dist',
  'reports',
  'coverage',
  '.git',
  '.turbo',
  '.stryker-tmp',
]);

/** One hash over every file that no tool produced, the Node version and the browser that tests would use. */
export function fingerprintSources(): string {
  const files = globSync(['**/*', '**/.*', '.*/**/*'], {
    cwd: repositoryRoot,
    exclude: (path) => producedFolders.has(path.split('/').at(-1) ?? ''),
  });
  const hash = createHash('sha256');
  hash.update(`${process.version} ${process.platform} ${process.env['CHROMIUM_PATH'] ?? ''}\0`);
  for (const file of [...new Set(files)].toSorted()) {
    const path = join(repositoryRoot, file);
    if (!statSync(path).isFile()) continue;
    hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
