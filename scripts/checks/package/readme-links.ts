import { posix } from 'node:path';

/** Returns a sentence for each link of a packed README to a file missing from the tarball. */
export function readmeLinkFaults(
  files: readonly string[],
  read: (file: string) => string,
): readonly string[] {
  const readmes = files.filter((file) => file.endsWith('README.md'));
  return readmes.flatMap((file) =>
    linksOf(read(file))
      .map((link) => posix.join(posix.dirname(file), link))
      .filter((target) => !files.includes(target))
      .map((target) => `${file} links to ${target}, which is not packed; use an absolute address`),
  );
}

/** Returns the targets of links and pictures, without absolute addresses and anchors on the page. */
function linksOf(markdown: string): readonly string[] {
  const found = markdown.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g);
  return [...found].map(([, target = '']) => target);
}
