import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';

const vagueNames = /^(utils?|helpers?|types?|common|misc|shared|lib|constants)$/;

/** Reports every source with a meaningless name, and every double cast without a reason. */
function checkNames(): void {
  const files = globSync('{packages/*,apps/*}/{src,test}/**/*.{ts,tsx,mjs}', {
    cwd: repositoryRoot,
  });
  const faults = files.flatMap((file) => [...nameFaults(file), ...castFaults(file)]);
  console.log(`read ${files.length} files`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

function nameFaults(file: string): string[] {
  const name = basename(file).split('.')[0] ?? '';
  if (!vagueNames.test(name)) return [];
  return [`${file}: "${name}" says nothing; name the file after the one idea it holds`];
}

function castFaults(file: string): string[] {
  const lines = readFileSync(join(repositoryRoot, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const hasReason = /\/\/|\*\//.test(lines[index - 1] ?? '') || line.includes('//');
    if (!line.includes(' as unknown as ') || hasReason) return [];
    return [`${file}:${index + 1}: a double cast needs a comment that says why no other way holds`];
  });
}

checkNames();
