import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import { reliabilityLimits, reliabilitySections } from './reliability-sections.ts';

/** The path of the page in the repository. */
export const reliabilityPage = 'docs/reliability.md';

/** Renders the page about reliability from the titles of the tests. Throws if a named test is missing. */
export function renderReliability(): string {
  const sections = reliabilitySections.map(({ title, says, tests }) =>
    [`## ${title}`, says, ...tests.flatMap(testFiles).map(renderFile)].join('\n\n'),
  );
  const limits = reliabilityLimits.map((limit) => `- ${limit}`).join('\n');
  return `${[HEAD, ...sections, `## Limits\n\n${limits}`].join('\n\n')}\n`;
}

const HEAD = `# Reliability

What you can rely on under load, when something fails, and with bad input. Each line below is the title of a test, which fails
if the line is not true. \`…\` in a line stands for several cases; the file of the test lists them. What you cannot rely on
is at the end, under [Limits](#limits). \`pnpm reliability\` writes this page.`;

function testFiles(path: string): readonly string[] {
  const whole = join(repositoryRoot, path);
  if (!existsSync(whole))
    throw new Error(`${path} is named in reliability-sections.ts and is gone`);
  if (statSync(whole).isFile()) return [path];
  return readdirSync(whole)
    .filter((name) => name.endsWith('.test.ts'))
    .toSorted()
    .map((name) => join(path, name));
}

const TITLE =
  /^( *)(describe|test)(?:\.\w+(?:<[^>]*>)?(?:\([\s\S]*?\n? *\))?)*\(\s*(['"`])((?:(?!\3)[^\\]|\\.)*)\3/gm;

/** Returns the titles of a file's tests; placeholders become `…`. */
function renderFile(path: string): string {
  const source = readFileSync(join(repositoryRoot, path), 'utf8');
  const titles = [...source.matchAll(TITLE)].filter(
    ([, , , , title]) => !title!.includes('not tested'),
  );
  const lines = titles.map(([, indent = '', kind, , title]) => {
    const depth = Math.min(1, Math.floor(indent.length / 2));
    return kind === 'describe'
      ? `- **${shown(title!)}**`
      : `${'  '.repeat(depth)}- ${shown(title!)}`;
  });
  const place = relative('docs', path);
  return [`[\`${path}\`](${place})`, lines.join('\n')].join('\n\n');
}

/** Matches placeholders in a title, which the test fills in. */
const OPEN = /%[sdj]|\$\{[^}]*\}|\$\w+/g;

function shown(title: string): string {
  const words = title.replaceAll(/\\(['"`])/g, '$1').replaceAll(/([<>*_|])/g, String.raw`\$1`);
  return words
    .replaceAll(OPEN, '…')
    .replace(/: …(?: ms)?$/, '')
    .replace(/^…$/, '… (each case)');
}
