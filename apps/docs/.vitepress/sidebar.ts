import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { DefaultTheme } from 'vitepress';

const pages = join(import.meta.dirname, '../pages');

/** The order of the pages in a section; what is not named here follows by its title. */
const sections: readonly (readonly [title: string, folder: string, first: readonly string[]])[] = [
  ['Start', 'start', ['index', 'ai-sdk', 'langchain', 'openai-agents', 'openai', 'chat-route']],
  ['Concepts', 'concepts', ['index', 'one-chat', 'verdicts', 'streams', 'approvals', 'sessions']],
  ['Policies', 'policies', ['index', 'first-five', 'write-your-own']],
  ['Adapters', 'adapters', ['index']],
  ['Operate', 'operate', ['index', 'rollout']],
  ['Trust', 'trust', ['index']],
  [
    'Reference',
    'reference',
    ['index', 'create-hooks', 'with-hooks', 'context', 'events', 'verdicts'],
  ],
  ['Error codes', 'reference/errors', ['index']],
  ['API', 'reference/api', ['index']],
];

/** What stands at the side of every page, read from the pages themselves. */
export const sidebar: DefaultTheme.SidebarItem[] = sections
  .filter(([, folder]) => existsSync(join(pages, folder)))
  .map(([text, folder, first]) => ({
    text,
    collapsed: !['start', 'concepts'].includes(folder),
    items: pagesOf(folder, first),
  }));

function pagesOf(folder: string, first: readonly string[]): DefaultTheme.SidebarItem[] {
  const rank = (name: string): number =>
    first.includes(name) ? first.indexOf(name) : first.length;
  return readdirSync(join(pages, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .map((name) => ({ name, text: titleOf(join(pages, folder, `${name}.md`)) }))
    .toSorted(
      (one, other) => rank(one.name) - rank(other.name) || one.text.localeCompare(other.text),
    )
    .map(({ name, text }) => ({ text, link: `/${folder}/${name === 'index' ? '' : name}` }));
}

function titleOf(file: string): string {
  const source = readFileSync(file, 'utf8');
  return /^title: (.+)$/m.exec(source)?.[1] ?? /^# (.+)$/m.exec(source)?.[1] ?? file;
}
