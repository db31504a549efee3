import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = import.meta.dirname;

/** The page of the laws, each with the tests in this folder that prove it. */
export function renderLaws(page: string): string {
  const proofs = readProofs();
  const parts = page.split(/^(?=## Law \d+:)/m).map((part) => {
    const law = /^## Law (\d+):/.exec(part)?.[1];
    const text = part.split('\nProved by:\n')[0]!.trimEnd();
    const list = law === undefined ? undefined : proofs.get(Number(law));
    return list === undefined ? text : `${text}\n\nProved by:\n\n${list.join('\n')}`;
  });
  return `${parts.join('\n\n')}\n`;
}

/** The lines of each law's list, by the number in the names of its files. */
function readProofs(): ReadonlyMap<number, readonly string[]> {
  const files = globSync('law-*.test.ts', { cwd: folder }).toSorted();
  const byLaw = Map.groupBy(files, (file) => Number(/^law-(\d+)/.exec(file)![1]));
  return new Map([...byLaw].map(([law, names]) => [law, names.map(lineOf)]));
}

function lineOf(file: string): string {
  const source = readFileSync(join(folder, file), 'utf8');
  const titles = [...source.matchAll(/^\s*test(?:\.\w+)?(?:\([^'"`]*\))?\(\s*(['"`])(.*?)\1,/gms)];
  const each = [...source.matchAll(/^\s*\]\)\((['"`])(.*?)\1,/gms)];
  const told = [...titles, ...each].toSorted((a, b) => a.index - b.index);
  return [
    `- [${basename(file)}](test/laws/${file})`,
    ...told.map(([, , title]) => `  - ${title}`),
  ].join('\n');
}
