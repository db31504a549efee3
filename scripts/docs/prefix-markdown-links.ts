import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Adds the base of the site to links in its Markdown files and `llms.txt`; the generator does this only for HTML. */
export function prefixMarkdownLinks(folder: string, base: string): void {
  for (const file of globSync(['**/*.md', 'llms*.txt'], { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, withBase(text, base));
  }
}

/** Adds the base to links with one leading slash, which are links into the site. */
function withBase(text: string, base: string): string {
  return text.replaceAll(/\]\(\/(?!\/)/g, `](${base}`);
}
