import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';

/** Matches the start of a code block in a page or in a list; `<<<` excerpts have none. */
const FENCE = /^[ \t]*(?:`{3,}|~{3,})[ \t]*([\w-]+)/gm;
const EXCERPT = /^<<< (\S+?\.\w+)(?:#[\w-]+)?(?:\{.*\})?$/gm;

/** The folders whose files pages may show: files that tests run, and their output. */
const shownFolders = ['apps/docs/src/', 'examples/'];

/**
 * Returns a sentence for each hand-written code block in a page, and for each excerpt of a file that no test runs.
 * Pages made from READMEs are skipped: each build writes them, and the tests of their packages run their code.
 */
export function findHandWrittenBlocks(pages: readonly string[]): readonly string[] {
  return pages.flatMap((page) => {
    const text = readFileSync(join(repositoryRoot, page), 'utf8');
    const blocks = [...text.matchAll(FENCE)].map(
      ({ 1: language, index }) =>
        `${page}:${lineAt(text, index)}: this ${language} is written by hand; move it to apps/docs/src, run it in a test of apps/docs/test, and show it with <<<`,
    );
    const strange = [...text.matchAll(EXCERPT)]
      .filter(({ 1: target = '' }) => !isShown(join(page, '..', target)))
      .map(
        ({ 1: target, index }) =>
          `${page}:${lineAt(text, index)}: ${target} is run by no test of the pages; show a file of ${shownFolders.join(' or ')}`,
      );
    return [...blocks, ...strange];
  });
}

/** Returns the hand-written pages, without those that `scripts/docs` writes. */
export function handWrittenPages(written: readonly string[]): readonly string[] {
  const made = new Set(written.map((path) => `apps/docs/pages/${path}.md`));
  const pages = globSync('apps/docs/pages/**/*.md', { cwd: repositoryRoot });
  return pages.filter((page) => !made.has(page)).toSorted();
}

function isShown(file: string): boolean {
  return shownFolders.some((folder) => file.startsWith(folder));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
