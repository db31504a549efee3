import { join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import { runCommand } from '../run-command.ts';
import type { FreshApp } from './fresh-app.ts';

const modules = join(repositoryRoot, 'node_modules');
const compilers = {
  '6': join(modules, 'typescript/bin/tsc'),
  '7': join(modules, '@typescript/native/bin/tsc'),
};

type Resolution = readonly [
  moduleResolution: string,
  module: string,
  versions: readonly (keyof typeof compilers)[],
];

/** Every module resolution of TypeScript; `node10` does not know `exports`, and ends with TypeScript 6. */
const resolutions: readonly Resolution[] = [
  ['bundler', 'esnext', ['6', '7']],
  ['node16', 'node16', ['6', '7']],
  ['nodenext', 'nodenext', ['6', '7']],
  ['node10', 'esnext', ['6']],
];

/** Compiles the program of an app with each resolution, and checks the types of our packages as well. */
export async function tryTypes(app: FreshApp): Promise<readonly string[]> {
  for (const [moduleResolution, module, versions] of resolutions) {
    const compilerOptions = {
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      allowImportingTsExtensions: true,
      types: [],
      module,
      moduleResolution,
      ...(moduleResolution === 'node10' && { ignoreDeprecations: '6.0' }),
    };
    const file = `tsconfig.${moduleResolution}.json`;
    app.write(file, JSON.stringify({ compilerOptions, files: ['types.ts'] }));
    for (const version of versions) await compile(app, file, version);
  }
  return resolutions.map(([name]) => name);
}

async function compile(
  app: FreshApp,
  file: string,
  version: keyof typeof compilers,
): Promise<void> {
  const { output } = await runCommand(
    [process.execPath, compilers[version], '-p', file, '--pretty', 'false'],
    { folder: app.folder },
  );
  const where = `${file} with TypeScript ${version}`;
  // Errors in the types of the SDKs are not ours to fix.
  const own = output
    .split('\n')
    .filter((line) => /^(types\.ts|node_modules\/@interpose\/)/.test(line));
  if (own.length > 0) throw new Error(`${where}: ${own.join('\n')}`);
  if (!/^node_modules\/.*error TS|^$/.test(output.trim())) throw new Error(`${where}: ${output}`);
}
