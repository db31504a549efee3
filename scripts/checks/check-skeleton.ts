import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { listWorkspaces, repositoryRoot, type Workspace } from '../list-workspaces.ts';

/** What every adapter consists of, so that whoever has read one can read all. */
const skeleton = [
  'index.ts',
  'with-hooks.ts',
  'capabilities.ts',
  'model.ts',
  'tools.ts',
  'stream.ts',
  'to-contract.ts',
  'from-contract.ts',
  'inspect.ts',
  'register.ts',
  'conformance.test.ts',
];

function checkSkeleton(adapters: readonly Workspace[]): void {
  const missing = adapters.flatMap(({ folder }) =>
    skeleton
      .map((file) => join(folder, 'src', file))
      .filter((file) => !existsSync(join(repositoryRoot, file))),
  );
  console.log(`read ${adapters.length} adapters`);
  for (const file of missing) console.error(`${file}: missing; every adapter has this file`);
  if (missing.length > 0) process.exitCode = 1;
}

checkSkeleton(listWorkspaces().filter(({ tags }) => tags.includes('adapter')));
