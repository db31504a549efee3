import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { listWorkspaces, repositoryRoot } from '../list-workspaces.ts';
import { runCommand } from '../run-command.ts';

const compilers = {
  native: 'node_modules/@typescript/native/bin/tsc',
  classic: 'node_modules/typescript/bin/tsc',
};

type Compiled = { project: string; exitCode: number; diagnostics: string; sources: string[] };

/** Compiles every tsconfig of the workspace with one compiler, two at a time. */
async function checkTypes(compiler: string): Promise<void> {
  const waiting = listProjects();
  const compiled: Compiled[] = [];
  const worker = async (): Promise<void> => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      compiled.push(await compile(compiler, project));
    }
  };
  await Promise.all([worker(), worker()]);
  const faulty = compiled.filter(({ exitCode, sources }) => exitCode !== 0 || sources.length === 0);
  for (const { project, diagnostics, sources } of faulty) {
    console.error(`${project}: ${sources.length} files\n${diagnostics}`);
  }
  const read = new Set(compiled.flatMap(({ sources }) => sources));
  console.log(`read ${read.size} files in ${compiled.length} projects`);
  if (faulty.length > 0) process.exitCode = 1;
}

function listProjects(): string[] {
  const folders = listWorkspaces().flatMap(({ folder }) => [folder, join(folder, 'test')]);
  const projects = folders.flatMap((folder) =>
    listFolder(folder)
      .filter((name) => /^tsconfig.*\.json$/.test(name))
      .map((name) => join(folder, name)),
  );
  return ['tsconfig.json', ...projects];
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(join(repositoryRoot, folder));
  } catch {
    return [];
  }
}

async function compile(compiler: string, project: string): Promise<Compiled> {
  const flags = ['--project', project, '--noEmit', '--listFiles', '--pretty', 'false'];
  const { exitCode, output } = await runCommand(['node', compiler, ...flags]);
  const lines = output.split('\n');
  return {
    project,
    exitCode,
    diagnostics: lines.filter((line) => !line.startsWith('/')).join('\n'),
    sources: lines.filter(isSource),
  };
}

function isSource(line: string): boolean {
  return line.startsWith(repositoryRoot) && !line.includes('/node_modules/');
}

const name = process.argv[2];
if (name !== 'native' && name !== 'classic')
  throw new Error('say which compiler: native or classic');
await checkTypes(compilers[name]);
