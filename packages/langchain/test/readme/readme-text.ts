import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The README of this package. */
export const readmePath: string = join(import.meta.dirname, '../../README.md');

/** The fenced blocks of the README in this language, in order. */
export function readmeBlocks(language: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...readReadme().matchAll(fence)].map((match) => match[1]!);
}

/** The README with another text between the markers of this name. */
export function readmeWith(marker: string, text: string): string {
  const parts = readReadme().split(new RegExp(`<!-- /?${marker} -->`));
  if (parts.length !== 3) throw new Error(`the README needs the markers of ${marker} once each`);
  const [before, , after] = parts;
  return `${before}<!-- ${marker} -->\n\n${text}\n\n<!-- /${marker} -->${after}`;
}

function readReadme(): string {
  return readFileSync(readmePath, 'utf8');
}
