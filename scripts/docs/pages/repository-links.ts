import { dirname, join } from 'node:path';

const repository = 'https://github.com/interpose-dev/interpose/blob/main';

/** Files of the repository that have a page on the site. */
const pages: readonly (readonly [file: RegExp, page: string])[] = [
  [/^packages\/policies\/src\/shared\/README\.md$/, ''],
  [/^packages\/policies\/src\/rules\/labelled\/README\.md$/, '/policies/rules-labelled'],
  [/^packages\/policies\/src\/([\w-]+)\/README\.md$/, '/policies/$1'],
  [/^packages\/policies\/README\.md$/, '/policies/'],
  [/^packages\/(ai-sdk|langchain|openai-agents|openai|mcp|a2a)\/README\.md$/, '/adapters/$1'],
  [/^packages\/adapter-kit\/README\.md$/, '/adapters/write-an-adapter'],
  [/^packages\/core\/README\.md$/, '/reference/'],
  [/^apps\/guardian\/README\.md$/, '/operate/guardian'],
  [/^packages\/cli\/README\.md$/, '/operate/command-line'],
  [/^packages\/otel\/README\.md$/, '/operate/telemetry'],
  [/^packages\/aos\/README\.md$/, '/operate/guardian-wire'],
  [/^docs\/mediation\.md$/, '/trust/mediation'],
  [/^docs\/conformance\.md$/, '/trust/conformance'],
];

/** Returns a file's text for the site: its links lead to pages of the site, or to files on GitHub. */
export function withRepositoryLinks(markdown: string, file: string): string {
  return markdown.replaceAll(
    /\]\((?!https?:|#|mailto:)([^)#\s]*)(#[^)\s]*)?\)/g,
    (_, target: string, anchor: string = '') =>
      `](${addressOf(join(dirname(file), target), anchor)})`,
  );
}

function addressOf(file: string, anchor: string): string {
  for (const [pattern, page] of pages) {
    const address = page === '' ? '' : file.replace(pattern, page);
    if (pattern.test(file) && address !== '') return `${address}${anchor}`;
  }
  return `${repository}/${file}${anchor}`;
}
