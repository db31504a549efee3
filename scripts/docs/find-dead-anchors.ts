import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** What was read, and a sentence for each link that leads to no place. */
export interface DeadAnchors {
  readonly pages: number;
  readonly faults: readonly string[];
}

/**
 * Follows every link of a site built for `base` to the heading it names; links to whole pages are the generator's to check. The
 * pages of the API link inside of themselves, which is TypeDoc's business.
 */
export function findDeadAnchors(folder: string, base: string): DeadAnchors {
  const files = globSync('**/*.html', { cwd: folder });
  const pages = new Map(
    files.map((file) => [addressOf(file, base), readFileSync(join(folder, file), 'utf8')]),
  );
  const read = [...pages].filter(([address]) => !address.startsWith(`${base}reference/api/`));
  const faults = read.flatMap(([address, html]) =>
    [...html.matchAll(/<a [^>]*href="([^"]*#[^"]+)"/g)].flatMap(([, link = '']) => {
      const target = new URL(link.replaceAll('&amp;', '&'), `http://site${address}`);
      if (target.host !== 'site') return [];
      const page = pages.get(target.pathname);
      const anchor = decodeURIComponent(target.hash.slice(1));
      if (page?.includes(`id="${anchor}"`) === true) return [];
      return [
        `${address}: the link ${link} leads to no heading; look at what the page is called now`,
      ];
    }),
  );
  return { pages: pages.size, faults };
}

/** As readers write it: without `.html`, and a folder for its index. */
function addressOf(file: string, base: string): string {
  const path = posix.join(base, file.replaceAll('\\', '/')).replace(/\.html$/, '');
  return path.replace(/\/index$/, '/');
}
