import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import { adapterPages } from './pages/adapter-pages.ts';
import { apiPages } from './pages/reference/api-pages.ts';
import { errorPages } from './pages/reference/error-pages.ts';
import { eventPages } from './pages/reference/event-pages.ts';
import { operatePages } from './pages/operate-pages.ts';
import { optionPages } from './pages/reference/option-pages.ts';
import type { Page } from './pages/page.ts';
import { policyPages } from './pages/policy-pages.ts';
import { ruleFilePage } from './pages/reference/rule-file-page.ts';
import { trustPages } from './pages/trust-pages.ts';

/** The folder of the site's pages. */
const pagesFolder: string = join(repositoryRoot, 'apps/docs/pages');

/** Folders that contain only generated pages. */
const own = ['reference/errors', 'reference/api'];

/** Writes every page made from the sources, READMEs and reports, and returns their paths. */
export async function writePages(): Promise<readonly string[]> {
  for (const folder of own) rmSync(join(pagesFolder, folder), { recursive: true, force: true });
  const pages: readonly Page[] = [
    ...adapterPages(),
    ...errorPages(),
    ...eventPages(),
    ...operatePages(),
    ...optionPages(),
    ...policyPages(),
    ruleFilePage(),
    ...trustPages(),
    ...(await apiPages()),
  ];
  for (const { path, markdown } of pages) {
    const file = join(pagesFolder, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${markdown.trim()}\n`);
  }
  return pages.map(({ path }) => path);
}
