import { globSync } from 'node:fs';
import { join } from 'node:path';

import { listWorkspaces, repositoryRoot, type Workspace } from '../list-workspaces.ts';

/** The public files of every adapter, besides its rooms. */
const surface = ['index.ts', 'with-hooks.ts', 'capabilities.ts', 'register.ts'];

/** The rooms that an adapter may have; the README of the adapter kit describes each. */
const rooms = new Set([
  'targets',
  'translate',
  'model',
  'stream',
  'tools',
  'approval',
  'delegation',
  'run',
  'coverage',
  'data',
  'census',
]);

/** Files that every adapter has, so that all adapters read alike; a room may keep them in a folder per dialect. */
const everywhere = [
  ...surface,
  'conformance.test.ts',
  'model/model-call.ts',
  'model/offer-tools.ts',
  'stream/stream-model.ts',
  'tools/hook-tools.ts',
  'tools/run-tool.ts',
  'tools/tool-facts.ts',
  'tools/provider-tools.ts',
  'tools/unreached-calls.ts',
  'run/host-run.ts',
  'coverage/inspect.ts',
  'coverage/inventory.ts',
  'coverage/require-enforced.ts',
  'translate/native.ts',
  'translate/origins.ts',
  'translate/refusal.ts',
  'translate/request-to-contract.ts',
  'translate/request-from-contract.ts',
];

/** Checks that every adapter has the same rooms, and the same file name for the same role. */
function checkSkeleton(adapters: readonly Workspace[]): void {
  const faults = adapters.flatMap(({ folder }) => {
    const files = globSync('**/*.ts', { cwd: join(repositoryRoot, folder, 'src') });
    return [...missing(files), ...misplaced(files)].map((fault) => `${folder}/src/${fault}`);
  });
  console.log(`read ${adapters.length} adapters`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

function missing(files: readonly string[]): string[] {
  return everywhere
    .filter((wanted) => !files.some((file) => file === wanted || inDialect(file) === wanted))
    .map((wanted) => `${wanted}: missing; every adapter has this file`);
}

/** Returns the path without the folder of a dialect: `translate/refusal.ts` for `translate/chat/refusal.ts`. */
function inDialect(file: string): string {
  const [room, ...rest] = file.split('/');
  return rest.length === 2 ? `${room}/${rest[1]}` : file;
}

function misplaced(files: readonly string[]): string[] {
  return files
    .filter((file) => !file.endsWith('.test.ts') && !surface.includes(file))
    .filter((file) => !file.includes('/') || !rooms.has(file.split('/')[0]!))
    .map((file) => `${file}: in no room; an adapter has ${[...rooms].join(', ')}`);
}

checkSkeleton(listWorkspaces().filter(({ tags }) => tags.includes('adapter')));
