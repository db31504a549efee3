import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { cruise } from 'dependency-cruiser';

import { importRules } from './import-rules.ts';
import { listWorkspaces, repositoryRoot } from '../list-workspaces.ts';

/** Reads the import graph of every workspace and reports forbidden imports. */
async function checkImports(): Promise<void> {
  const folders = listWorkspaces()
    .map(({ folder }) => join(folder, 'src'))
    .filter((folder) => existsSync(join(repositoryRoot, folder)));
  const { output } = await cruise(
    folders,
    {
      baseDir: repositoryRoot,
      validate: true,
      ruleSet: { forbidden: [...importRules] },
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    },
    {
      conditionNames: ['@interpose/source', 'types', 'import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.mjs', '.js', '.d.ts'],
    },
  );
  if (typeof output === 'string') throw new Error(output);
  const sources = output.modules.map(({ source }) => source);
  const unread = folders.filter((folder) => !sources.some((source) => source.startsWith(folder)));
  for (const { from, to, rule } of output.summary.violations) {
    console.error(`${from} -> ${to}: ${rule.name}`);
  }
  for (const folder of unread) console.error(`${folder}: no module read`);
  const ours = sources.filter((source) => folders.some((folder) => source.startsWith(folder)));
  console.log(`read ${ours.length} modules`);
  if (output.summary.violations.length + unread.length > 0) process.exitCode = 1;
}

await checkImports();
