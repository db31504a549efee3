import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import { checkMarkdown } from './check-markdown.ts';
import { findDeadAnchors } from './find-dead-anchors.ts';
import { findHandWrittenBlocks, handWrittenPages } from './find-hand-written-blocks.ts';
import { prefixMarkdownLinks } from './prefix-markdown-links.ts';
import { writePages } from './write-pages.ts';

const app = join(repositoryRoot, 'apps/docs');

/** Writes the pages generated from the sources, then serves the site, or builds and checks it. */
async function docs(words: readonly string[]): Promise<number> {
  const written = await writePages();
  console.log(`wrote ${written.length} pages from the sources`);
  if (words[0] !== '--build') return vitepress('dev', ...words);
  const exitCode = await vitepress('build', ...words.slice(1));
  if (exitCode !== 0) return exitCode;
  const folder = join(app, '.vitepress/dist');
  const base = (words.includes('--base') ? words[words.indexOf('--base') + 1] : undefined) ?? '/';
  if (base !== '/') prefixMarkdownLinks(folder, base);
  const { pages, faults: anchors } = findDeadAnchors(folder, base);
  const blocks = findHandWrittenBlocks(handWrittenPages(written));
  const faults = [...anchors, ...checkMarkdown(folder, base), ...blocks];
  console.log(`read ${pages} pages`);
  for (const fault of faults) console.error(fault);
  return faults.length === 0 && pages > 0 ? 0 : 1;
}

/** Runs the site generator; a dead link between pages makes a build exit with 1. */
function vitepress(...words: readonly string[]): Promise<number> {
  const program = join(app, 'node_modules/vitepress/bin/vitepress.js');
  const child = spawn(process.execPath, [program, words[0]!, app, ...words.slice(1)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
}

process.exitCode = await docs(process.argv.slice(2).filter((word) => word !== '--'));
