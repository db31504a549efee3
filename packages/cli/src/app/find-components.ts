import { textOf } from './find-files.ts';
import { filesOfApp } from './list-sources.ts';

/** The files in which code stands beside markup. Such code may run on a server, and nothing here reads it. */
const COMPONENTS = /\.(?:astro|mdx|svelte|vue)$/;

/** The beginning of an import of types, up to the name of the package. */
const TYPES = String.raw`\bimport\s+type\s*(?:\s[\w$]+\s|\{[^{}]*\}|\*\s*as\s+[\w$]+\s)\s*from\s*`;

/** Returns the components of an app that import more than types from one of these packages. */
export function findComponents(app: string, packages: readonly string[]): readonly string[] {
  const names = packages.map((name) => name.replaceAll('.', String.raw`\.`)).join('|');
  const named = new RegExp(`(?<!${TYPES})['"\`](?:${names})['"\`/]`);
  return filesOfApp(app, app, COMPONENTS).filter((path) => named.test(textOf(path)));
}
