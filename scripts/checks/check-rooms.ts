import { globSync } from 'node:fs';
import { dirname } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';

/** The most files in one folder; with more, a file is hard to find. */
const mostFiles = 14;

/** Reports every folder with too many source files to see at a glance; tests are not counted. */
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
