import { globSync } from 'node:fs';
import { dirname } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';

/** More than this in one folder and nobody finds a thing by looking. */
const mostFiles = 14;

/** Finds every folder that holds more source files than a reader can take in at a glance; tests are not counted. */
function checkRooms(): void {
  const files = globSync(['{packages/*,apps/*}/src/**/*.{ts,tsx,mjs}', 'scripts/**/*.ts'], {
    cwd: repositoryRoot,
  }).filter((file) => !/\.test(-d)?\.ts$/.test(file));
  const rooms = Map.groupBy(files, (file) => dirname(file));
  console.log(`read ${files.length} files in ${rooms.size} folders`);
  for (const [room, { length }] of rooms) {
    if (length <= mostFiles) continue;
    console.error(
      `${room}: ${length} source files; sort them into folders of at most ${mostFiles}`,
    );
    process.exitCode = 1;
  }
}

checkRooms();
