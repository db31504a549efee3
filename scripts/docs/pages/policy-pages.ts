import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../list-workspaces.ts';
import type { Page } from './page.ts';
import { withRepositoryLinks } from './repository-links.ts';

/** Returns a page for each ready-made policy, made from its README, with the output of an example if there is one. */
export function policyPages(): readonly Page[] {
  const folders = 'packages/policies/src/{*,rules/labelled}/README.md';
  const readmes = globSync(folders, { cwd: repositoryRoot }).toSorted();
  const policies = readmes.filter((file) => !file.includes('/shared/'));
  return [overview(), ...policies.map(policyPage)];
}

function policyPage(file: string): Page {
  const name = file.split('/').slice(3, -1).join('-');
  const [title = '', first = '', ...rest] = read(file).split('\n\n');
  const markdown = [title, first, ...inAnAgent(name), ...rest].join('\n\n');
  return { path: `policies/${name}`, markdown: withRepositoryLinks(markdown, file) };
}

/** Returns the smallest use in an agent, and its output; a test runs both. */
function inAnAgent(name: string): readonly string[] {
  const places = `apps/docs/src/{policies/*,commands}/${name}.ts`;
  const [source] = globSync(places, { cwd: repositoryRoot });
  if (source === undefined) return [];
  const run = source.replace('.ts', '');
  return [
    '## In an agent',
    `\`\`\`ts\n${read(`${run}.ts`).trim()}\n\`\`\``,
    'It prints:',
    `\`\`\`text\n${read(`${run}.txt`).trim()}\n\`\`\``,
    '## In short',
  ];
}

function overview(): Page {
  const file = 'packages/policies/README.md';
  const markdown = read(file).replace('# @interpose/policies', '# Ready policies');
  const five =
    'New here? [Which five do I start with](/policies/first-five) has a list each for support, coding and research agents.';
  return {
    path: 'policies/index',
    markdown: withRepositoryLinks(markdown.replace('\n\n```sh', `\n\n${five}\n\n\`\`\`sh`), file),
  };
}

function read(file: string): string {
  return readFileSync(join(repositoryRoot, file), 'utf8');
}
