import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts the base of the site before links of its Markdown files and `llms.txt`, as the generator does in HTML alone. */
export function prefixMarkdownLinks(folder: string, base: string): void {
  for (const file of globSync(['**/*.md', 'llms*.txt'], { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, withBase(text, base));
  }
}

/** Links that begin with one slash are links into the site. */
function withBase(text: string, base: string): string {
  return text.replaceAll(/\]\(\/(?!\/)/g, `](${base}`);
}
