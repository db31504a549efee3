import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';

const adapters = ['ai-sdk', 'langchain', 'openai-agents', 'openai', 'mcp', 'a2a'];

/** The number of equal code lines in a row in two adapters that have to move to the adapter kit. */
const runLength = 6;

type CodeLine = { text: string; at: string };

/** Reports every run of code lines that two adapters share, without imports, blank lines and comments. */
function checkCopies(): void {
  const seen = new Map<string, { adapter: string; at: string }>();
  const faults: string[] = [];
  let read = 0;
  for (const adapter of adapters) {
    for (const file of listSources(adapter)) {
      read += 1;
      faults.push(...copiesIn(adapter, codeLines(file), seen));
    }
  }
  console.log(`read ${read} files`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

function listSources(adapter: string): string[] {
  return globSync(`packages/${adapter}/src/**/*.ts`, { cwd: repositoryRoot })
    .filter((file) => !/\.test(-d)?\.ts$/.test(file))
    .toSorted();
}

/** Returns one sentence for each stretch, however long, that another adapter also has. */
function copiesIn(
  adapter: string,
  lines: readonly CodeLine[],
  seen: Map<string, { adapter: string; at: string }>,
): string[] {
  const faults: string[] = [];
  let toldUntil = 0;
  for (let start = 0; start + runLength <= lines.length; start += 1) {
    const run = lines.slice(start, start + runLength);
    const text = run.map((line) => line.text).join('\n');
    const at = run[0]?.at ?? '';
    const first = seen.get(text);
    if (first === undefined) seen.set(text, { adapter, at });
    else if (first.adapter !== adapter) {
      if (start >= toldUntil) faults.push(`${at}: the same ${runLength} lines as ${first.at}`);
      toldUntil = start + runLength;
    }
  }
  return faults;
}

/**
 * Returns the code lines of a file, without lines that every file has (imports, comments, blank lines) and without the
 * head of `withHooks`, which every adapter must have as it is.
 */
function codeLines(file: string): CodeLine[] {
  const source = readFileSync(join(repositoryRoot, file), 'utf8');
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, keepLines)
    .replaceAll(/^(import|export) (type )?(\{[^}]*\}|\*)[^;]*from '[^']*';$/gm, keepLines)
    .replaceAll(/^import [^;]*;$/gm, keepLines)
    .replaceAll(/^export function withHooks<[^{]*\{\}[^{]*\{$/gm, keepLines);
  return code.split('\n').flatMap((line, index) => {
    const text = line.trim();
    if (text === '' || text.startsWith('//')) return [];
    return [{ text, at: `${file}:${index + 1}` }];
  });
}

function keepLines(text: string): string {
  return text.replaceAll(/[^\n]/g, '');
}

checkCopies();
