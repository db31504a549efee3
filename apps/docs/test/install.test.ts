import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const app = join(import.meta.dirname, '..');
const root = join(app, '../..');
const pages = globSync('pages/start/{ai-sdk,langchain,openai-agents,openai}.md', { cwd: app });
const read = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8');
const manifestOf = (folder: string) =>
  JSON.parse(read(folder, 'package.json')) as {
    readonly peerDependencies?: Readonly<Record<string, string>>;
    readonly repository: { readonly url: string };
    readonly packageManager: string;
  };

/** The files that a page shows, of one kind. */
function shown(page: string, ending: string): readonly string[] {
  const found = read(app, page).matchAll(/^<<< (\S+?\.\w+)(?=[#{]|$)/gm);
  const files = [...found].map(([, file = '']) => join(page, '..', file));
  return files.filter((file) => file.endsWith(ending)).map((file) => read(app, file));
}

function installedBy(page: string): ReadonlySet<string> {
  const lines = shown(page, '.sh').flatMap((text) => text.match(/^npm install .*$/gm) ?? []);
  return new Set(
    lines.flatMap((line) => line.split(' ').slice(2)).filter((word) => word[0] !== '-'),
  );
}

function importedBy(page: string): ReadonlySet<string> {
  const found = shown(page, '.ts').flatMap((text) => [...text.matchAll(/ from '([^.'][^']*)'/g)]);
  return new Set(
    found
      .map(([, name = '']) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
      .filter((name) => !name.startsWith('node:')),
  );
}

test.each(pages)('what %s installs is what its code imports, and what that needs', (page) => {
  const installed = installedBy(page);
  const imported = importedBy(page);
  expect([...imported].filter((name) => !installed.has(name))).toEqual([]);
  const folder = join(root, 'packages', page.replace('pages/start/', '').replace('.md', ''));
  const needed = new Set(Object.keys(manifestOf(folder).peerDependencies ?? {}));
  expect([...installed].filter((name) => !imported.has(name) && !needed.has(name))).toEqual([]);
});

test('the page about approvals clones this repository and starts a script of it', () => {
  const commands = read(app, 'src/approve/guardian.sh');
  const { repository } = manifestOf(join(root, 'packages/core'));
  const { packageManager } = manifestOf(root);
  expect(commands).toContain(repository.url.replace(/^git\+|\.git$/g, ''));
  expect(commands).toContain(packageManager.split('.')[0]);
});
