import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LINK = /\]\((\/[^)\s]*)\)/g;

/** Returns a sentence for each page without Markdown, each dead link in it, and each region mark that shows. */
export function checkMarkdown(folder: string, base: string): readonly string[] {
  const pages = globSync('**/*.html', { cwd: folder }).filter((file) => file !== '404.html');
  const missing = pages
    .map((file) => file.replace(/(?<=.)\/index\.html$/, '.html').replace('.html', '.md'))
    .filter((file) => !existsSync(join(folder, file)))
    .map((file) => `${file} is missing: every page is also Markdown; look at what writes it`);
  const texts = globSync(['**/*.md', 'llms*.txt'], { cwd: folder });
  const dead = texts.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(LINK)]
      .map(([, link = '']) => link)
      .filter((link) => !leads(link, folder, base))
      .map((link) => `${file}: the link ${link} leads to no page; look at what it is called now`),
  );
  const marks = texts
    .filter((file) => /^\s*\/\/ #(end)?region/m.test(readFileSync(join(folder, file), 'utf8')))
    .map((file) => `${file}: a region's mark is shown; show the region, or take the mark out`);
  return [...missing, ...dead, ...marks];
}

function leads(link: string, folder: string, base: string): boolean {
  const [address = ''] = link.split('#');
  if (!address.startsWith(base)) return false;
  const place = join(folder, decodeURIComponent(address.slice(base.length)));
  return ['', '.md', '.html', '/index.html'].some((end) => existsSync(`${place}${end}`));
}
