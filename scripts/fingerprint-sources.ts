import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from './list-workspaces.ts';

/** Returns one hash over every source file, the Node version and the browser that tests would use. */
export function fingerprintSources(): string {
  // Files that git ignores are generated, such as the pages of the documentation.
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', options, { cwd: repositoryRoot, maxBuffer: 2 ** 26 });
  const files = listed.toString().split('\0').filter(Boolean);
  const hash = createHash('sha256');
  hash.update(`${process.version} ${process.platform} ${process.env['CHROMIUM_PATH'] ?? ''}\0`);
  for (const file of [...new Set(files)].toSorted()) {
    const path = join(repositoryRoot, file);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
