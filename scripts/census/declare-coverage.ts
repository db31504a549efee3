import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { EntryClass } from '../../packages/adapter-kit/src/targets/entry-class.ts';
import { repositoryRoot } from '../list-workspaces.ts';
import { readCensuses, readClasses, readPassed } from './census-files.ts';
import { classifier } from '../../packages/cli/src/census/classify.ts';
import { renderRequests } from './declare-requests.ts';

/** The adapters whose code reads its classes, and where: what the code needs of them is written to this file. */
const declaredFiles: Readonly<Record<string, string>> = {
  'ai-sdk': 'packages/ai-sdk/src/coverage/declared.ts',
  'openai-agents': 'packages/openai-agents/src/coverage/declared.ts',
  openai: 'packages/openai/src/coverage/declared.ts',
  langchain: 'packages/langchain/src/coverage/declared.ts',
  mcp: 'packages/mcp/src/declared.ts',
  a2a: 'packages/a2a/src/declared.ts',
};

/** Writes what the code of an adapter needs of its classes at run time. */
export async function writeDeclared(adapter: string): Promise<void> {
  const path = declaredFiles[adapter];
  if (path !== undefined) writeFileSync(join(repositoryRoot, path), await renderDeclared(adapter));
}

/** The written file of an adapter where it differs from its classes; undefined where it does not, or there is none. */
export async function staleDeclared(adapter: string): Promise<string | undefined> {
  const path = declaredFiles[adapter];
  if (path === undefined) return undefined;
  const file = join(repositoryRoot, path);
  const isFresh =
    existsSync(file) && readFileSync(file, 'utf8') === (await renderDeclared(adapter));
  return isFresh ? undefined : path;
}

async function renderDeclared(adapter: string): Promise<string> {
  const classes = await readClasses(adapter);
  const lists = Object.entries(await readPassed(adapter)).map(
    ([name, ids]) => `
/** What the census found to ask no model past the hooks; census/classes.ts says where (passed). */
export const ${name}: ReadonlySet<string> = new Set(
  \`${wrap(passedNames(adapter, classes, ids))}\`.split(/\\s+/),
);
`,
  );
  return `// Written by \`pnpm census\` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
${groupsOf(classes).map(lineOf).join('\n')}
];
${lists.join('')}${renderRequests(adapter, classes)}`;
}

type Group = { paths: readonly string[]; why: string; events: readonly string[] };

/** Paths of which the same is said, together; sorted. */
function groupsOf(classes: readonly EntryClass[]): Group[] {
  const unmediated = classes.filter(({ status }) => status === 'unmediated');
  const alike = Map.groupBy(unmediated, ({ why, events }) => JSON.stringify([why, events]));
  return [...alike.values()]
    .map((same) => ({
      paths: [...new Set(same.map(({ path }) => path))].toSorted(),
      why: same[0]?.why ?? '',
      events: same[0]?.events ?? [],
    }))
    .toSorted((a, b) => (a.paths[0]! < b.paths[0]! ? -1 : 1));
}

function lineOf({ paths, why, events }: Group): string {
  return `  [${[paths.join(' | '), why, ...events].map(quoted).join(', ')}],`;
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

/**
 * The names that this pattern finds in the entries of every version, where all of a name are enforced, observed or
 * harmless. Entries of what an option holds are found under the name of their group, which is the option's.
 */
function passedNames(adapter: string, classes: readonly EntryClass[], ids: RegExp): string[] {
  const classify = classifier(classes);
  const names = new Set<string>();
  const open = new Set<string>();
  for (const { entries } of readCensuses(adapter).values())
    for (const [id, kind] of Object.entries(entries)) {
      const found = ids.exec(`${id} — ${kind}`);
      if (found === null) continue;
      const status = classify(id, kind)?.class.status;
      (status === undefined || status === 'unmediated' ? open : names).add(nameIn(found));
    }
  return [...names].filter((name) => !open.has(name)).toSorted();
}

function nameIn({ 1: name, groups = {} }: RegExpExecArray): string {
  const [holder] = Object.keys(groups).filter((group) => groups[group] !== undefined);
  return holder ?? name!;
}

/** Words in lines of the usual width. */
function wrap(words: readonly string[]): string {
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1)!;
    if (line.length + word.length > 94) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n    ');
}
