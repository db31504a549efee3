import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { listPublished, repositoryRoot } from '../../../list-workspaces.ts';
import { runCommand } from '../../../run-command.ts';
import type { Page } from '../page.ts';

/** Entries for authors of adapters and tests of this project; the packages contain their types. */
const inner = /adapter|remote|vectors|arbitraries|conformance|fuzz|probes/;

/** One entry that a program can import. */
interface Entry {
  /** The import specifier: `@interpose/core/log`. */
  readonly specifier: string;
  readonly file: string;
}

/** Returns a page for each entry with its public types and their comments. */
export async function apiPages(): Promise<readonly Page[]> {
  const entries = publicEntries();
  const written = await writeReference(entries);
  const rows = entries.map(({ specifier }) => `- [\`${specifier}\`](./${nameOf(specifier)})`);
  const index = [
    '# API',
    'Every name that a program imports, with its comment from the source. A page per entry. What only authors of adapters import is described in [Write an adapter](/adapters/write-an-adapter).',
    rows.join('\n'),
  ].join('\n\n');
  return [{ path: 'reference/api/index', markdown: index }, ...written];
}

function publicEntries(): readonly Entry[] {
  return listPublished().flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
      const source = typeof target === 'string' ? undefined : target['@interpose/source'];
      if (source === undefined || inner.test(join(manifest.name, subpath))) return [];
      return [{ specifier: join(manifest.name, subpath), file: join(folder, source) }];
    }),
  );
}

/** Runs TypeDoc for all entries into a folder and returns the pages with their places on the site. */
async function writeReference(entries: readonly Entry[]): Promise<readonly Page[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-api-'));
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(compilerSettings(entries)));
    writeFileSync(join(folder, 'typedoc.json'), JSON.stringify(layoutOf(entries, folder)));
    const program = join(repositoryRoot, 'node_modules/typedoc/bin/typedoc');
    const options = ['--options', join(folder, 'typedoc.json')];
    const { exitCode, output } = await runCommand([process.execPath, program, ...options]);
    if (exitCode !== 0) throw new Error(`TypeDoc could not read the packages: ${output}`);
    return pagesOf(entries, join(folder, 'out'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function layoutOf(entries: readonly Entry[], folder: string): object {
  return {
    plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme'],
    tsconfig: join(folder, 'tsconfig.json'),
    entryPoints: entries.map(({ file }) => join(repositoryRoot, file)),
    basePath: join(repositoryRoot, 'packages'),
    displayBasePath: join(repositoryRoot, 'packages'),
    out: join(folder, 'out'),
    docsRoot: join(folder, 'out'),
    sidebar: { autoConfiguration: false },
    logLevel: 'Error',
    outputFileStrategy: 'modules',
    skipErrorChecking: true,
    excludeExternals: true,
    disableSources: true,
    readme: 'none',
    hidePageHeader: true,
    hidePageTitle: true,
    hideBreadcrumbs: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    propertyMembersFormat: 'table',
    typeDeclarationFormat: 'table',
  };
}

function compilerSettings(entries: readonly Entry[]): object {
  return {
    extends: join(repositoryRoot, 'tsconfig.base.json'),
    compilerOptions: { types: ['node'], typeRoots: [join(repositoryRoot, 'node_modules/@types')] },
    files: entries.map(({ file }) => join(repositoryRoot, file)),
  };
}

/** Returns the pages. TypeDoc names a file after its module, with a number if the name is taken. */
function pagesOf(entries: readonly Entry[], out: string): readonly Page[] {
  const written = new Map(
    globSync('**/*.md', { cwd: out }).map((file) => [file.replace(/(-\d)?\.md$/, ''), file]),
  );
  const placed = entries.map((entry) => {
    const module = entry.file.replace('packages/', '').replace(/(\/index)?\.ts$/, '');
    const file = written.get(module);
    if (file === undefined) throw new Error(`TypeDoc wrote nothing about ${entry.specifier}`);
    return { entry, file };
  });
  const places = new Map(placed.map(({ entry, file }) => [file, `./${nameOf(entry.specifier)}`]));
  return placed.map(({ entry: { specifier }, file }) => {
    const text = readFileSync(join(out, file), 'utf8');
    const linked = withPlaces(text, file, places);
    const title = `---\ntitle: "${specifier}"\n---\n\n# ${specifier}`;
    return { path: `reference/api/${nameOf(specifier)}`, markdown: `${title}\n\n${linked}` };
  });
}

function withPlaces(text: string, file: string, places: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\]\(([^)#\s]+\.md)(#[^)]*)?\)/g, (whole, target: string, anchor = '') => {
    const page = places.get(join(dirname(file), target));
    return page === undefined ? whole : `](${page}${anchor})`;
  });
}

/** Returns the name of a page: `core-log` for `@interpose/core/log`. */
function nameOf(specifier: string): string {
  return specifier.replace('@interpose/', '').replaceAll('/', '-');
}
