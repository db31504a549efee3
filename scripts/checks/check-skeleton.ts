import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { listWorkspaces, repositoryRoot, type Workspace } from '../list-workspaces.ts';

/** What every adapter consists of, so that whoever has read one can read all: in its room, or where it lay before rooms. */
const skeleton: readonly (readonly string[])[] = [
  ['index.ts'],
  ['with-hooks.ts'],
  ['capabilities.ts'],
  ['model/model-call.ts', 'model.ts'],
  ['tools/hook-tools.ts', 'tools.ts'],
  ['stream/stream-model.ts', 'stream.ts'],
  ['translate/request-to-contract.ts', 'translate/chat/request-to-contract.ts', 'to-contract.ts'],
  [
    'translate/request-from-contract.ts',
    'translate/chat/request-from-contract.ts',
    'from-contract.ts',
  ],
  ['coverage/inspect.ts', 'inspect.ts'],
  ['register.ts'],
  ['conformance.test.ts'],
];

function checkSkeleton(adapters: readonly Workspace[]): void {
  const missing = adapters.flatMap(({ folder }) =>
    skeleton
      .map((places) => places.map((file) => join(folder, 'src', file)))
      .filter((files) => !files.some((file) => existsSync(join(repositoryRoot, file)))),
  );
  console.log(`read ${adapters.length} adapters`);
  for (const [file] of missing) console.error(`${file}: missing; every adapter has this file`);
  if (missing.length > 0) process.exitCode = 1;
}

checkSkeleton(listWorkspaces().filter(({ tags }) => tags.includes('adapter')));
