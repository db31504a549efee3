import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The number of links read, and a sentence for each dead one. */
export interface DeadAnchors {
  readonly pages: number;
  readonly faults: readonly string[];
}

/**
 * Checks that every link of a site built for `base` leads to an existing heading. The generator checks links to whole
 * pages. Links inside the API pages are left to TypeDoc.
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

/** Returns the address of a page: without `.html`, and a folder for its index. */
function addressOf(file: string, base: string): string {
  const path = posix.join(base, file.replaceAll('\\', '/')).replace(/\.html$/, '');
  return path.replace(/\/index$/, '/');
}
