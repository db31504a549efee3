import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A piece of documentation that claims to run. */
export interface Example {
  /** File and line it begins at, relative to the package. */
  readonly place: string;
  readonly code: string;
}

const root = join(import.meta.dirname, '../..');

/** Every `@example` of the sources and every `ts` block of the README. */
export function findExamples(): readonly Example[] {
  const sources = globSync('src/**/*.ts', { cwd: root }).filter(
    (path) => !/\.test(-d)?\.ts$/.test(path),
  );
  return [...sources.toSorted().flatMap(sourceExamples), ...readmeBlocks('ts')];
}

/** The fenced blocks of the README in this language, in order. */
export function readmeBlocks(language: string): readonly Example[] {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...text.matchAll(fence)].map((match) => ({
    place: `README.md:${lineOf(text, match.index)}`,
    code: match[1]!,
  }));
}

function sourceExamples(path: string): Example[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap((block) => {
    const [, after] = block[0].split(/@example\b/);
    if (after === undefined) return [];
    const code = after
      .replace(/\*\/$/, '')
      .split('\n')
      .map((line) => line.replace(/^\s*\* ?/, ''))
      .join('\n')
      .replace(/^@\w[\s\S]*/m, '')
      .trim();
    return [{ place: `${path}:${lineOf(text, block.index)}`, code: `${code}\n` }];
  });
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
