import { join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import { runCommand } from '../run-command.ts';
import type { FreshApp } from './fresh-app.ts';

/** Every way that TypeScript has to find the types of a package with `exports`. */
const resolutions: readonly (readonly [moduleResolution: string, module: string])[] = [
  ['bundler', 'esnext'],
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
];

/** Compiles the program of an app in each of them, with the types of our packages checked as well. */
export async function tryTypes(app: FreshApp): Promise<readonly string[]> {
  const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
  for (const [moduleResolution, module] of resolutions) {
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
    };
    const file = `tsconfig.${moduleResolution}.json`;
    app.write(file, JSON.stringify({ compilerOptions, files: ['types.ts'] }));
    const { output } = await runCommand(
      [process.execPath, compiler, '-p', file, '--pretty', 'false'],
      { folder: app.folder },
    );
    // What the types of the SDKs get wrong is not ours to mend.
    const own = output
      .split('\n')
      .filter((line) => /^(types\.ts|node_modules\/@interpose\/)/.test(line));
    if (own.length > 0) throw new Error(`${moduleResolution}: ${own.join('\n')}`);
    if (!/error TS|^$/.test(output.trim())) throw new Error(`${moduleResolution}: ${output}`);
  }
  return resolutions.map(([name]) => name);
}
