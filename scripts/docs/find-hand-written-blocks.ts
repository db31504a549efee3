import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';

/** A block of code as it opens in a page, also in a list; what `<<<` shows opens none. */
const FENCE = /^[ \t]*(?:`{3,}|~{3,})[ \t]*([\w-]+)/gm;
const EXCERPT = /^<<< (\S+?\.\w+)(?:#[\w-]+)?(?:\{.*\})?$/gm;

/** What is shown where the pages are written: files that tests run, and what these printed. */
const shownFolders = ['apps/docs/src/', 'examples/'];

/**
 * A sentence for each block of code that somebody wrote into a page, and for each excerpt of a file that no test runs. Pages that
 * come from READMEs are written anew by each build; the tests of their packages run their code.
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

/** The pages that people write; those of `scripts/docs` are not committed. */
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
