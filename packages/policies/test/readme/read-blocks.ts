import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One example of a README, as it stands there. */
export interface Example {
  /** The README, from the package's folder. */
  readonly readme: string;
  readonly source: string;
}

const packageFolder = join(import.meta.dirname, '../..');

/** Every block of TypeScript in the README of the package and of its policies. */
export function readExamples(): readonly Example[] {
  const folders = readdirSync(join(packageFolder, 'src')).toSorted();
  const readmes = ['README.md', ...folders.map((folder) => `src/${folder}/README.md`)];
  return readmes.flatMap((readme) => blocks(readme, 'ts').map((source) => ({ readme, source })));
}

/** The blocks of one language in one README; none where there is no README. */
export function blocks(readme: string, language: string): readonly string[] {
  const found = textOf(readme).matchAll(
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'),
  );
  return [...found].map(([, block = '']) => block);
}

/** A README as text; empty where there is none. */
export function textOf(readme: string): string {
  try {
    return readFileSync(join(packageFolder, readme), 'utf8');
  } catch {
    return '';
  }
}
