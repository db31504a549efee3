import type { AppModules } from '../uses/app-modules.ts';
import { isFrom } from '../uses/entry-points.ts';
import { handedOn } from './find-clients.ts';
import { findMethods } from './find-methods.ts';
import { WholeClients } from './find-whole-clients.ts';
import {
  memberName,
  nameOf,
  stringOf,
  writtenAs,
  type Found,
  type SourceNode,
} from './parse-source.ts';
import {
  patternNames,
  readImports,
  requiredFrom,
  unwrapped,
  type ImportedName,
} from './read-imports.ts';

/** An export of a package that a source uses, with the place of its first use. */
export interface Mention {
  readonly path: string;
  readonly from: string;
  /** The name in a census: `generateText`, `chat_models: ChatOpenAI`, `client.images.generate()`. */
  readonly id: string;
  readonly line: number;
  readonly column: number;
  /** True if the source only exports it again. */
  readonly isPassedOn?: true;
}

/** The members of an openai client, as its census names them, and the places where an app makes clients. */
export interface Clients {
  readonly methods: ReadonlySet<string>;
  /** The packages that package.json names. */
  readonly named: Iterable<string>;
  readonly made: readonly { readonly path: string; readonly start: number }[];
}

/** Returns the package exports and surveyed client methods that these sources use, each once per source. */
export function findMentions(
  app: AppModules,
  packages: readonly string[],
  { methods, named, made }: Clients,
): readonly Mention[] {
  const whole = new WholeClients(app, named, made);
  return app.all().flatMap((module) => {
    const nodes = whole.codeOf(module);
    const clients = whole.namesIn(module);
    const imports = withParts(nodes).flatMap((each) => belongs(each, packages));
    const found = [
      ...nodes.flatMap((each) => mentioned(each, imports) ?? []),
      ...nodes.flatMap((each) => unnamed(each, packages) ?? []),
      ...nodes.flatMap((each) => passedOn(each, packages) ?? []),
      ...findMethods(nodes, methods).map(({ node, id }) => ({ node, id, from: 'openai' })),
      ...nodes.flatMap((each) => partOf(each, clients, methods) ?? []),
      ...whole.handedOn(module).map((node) => ({ node, id: 'client.*', from: 'openai' })),
    ].toSorted((a, b) => a.node.start - b.node.start);
    const mentions = new Map<string, Mention>();
    for (const { node, ...seen } of found) {
      const { line, column } = node.loc.start;
      const key = `${seen.from} ${seen.id}`;
      if (!mentions.has(key))
        mentions.set(key, { path: module.path, ...seen, line, column: column + 1 });
    }
    return [...mentions.values()];
  });
}

interface Seen {
  readonly node: SourceNode;
  readonly from: string;
  readonly id: string;
  readonly isPassedOn?: true;
}

/** Returns the imports and the names destructured from a whole import: `const { generateText } = ai`. */
function withParts(nodes: readonly Found[]): readonly ImportedName[] {
  const imports = readImports(nodes);
  const parts = nodes.flatMap(({ node: { id, left, init, right } }) => {
    const name = nameOf(unwrapped(init ?? right));
    const whole = imports.find((each) => each.local === name && each.name === '*');
    return patternNames(whole && (id ?? left)).map((part) => ({ ...part, from: whole!.from }));
  });
  return [...imports, ...parts];
}

type OfPackage = ImportedName & { readonly package: string; readonly below: string };

/** Returns an import with its package (the longest name that matches first) and the entry point below the package. */
function belongs(each: ImportedName, packages: readonly string[]): readonly OfPackage[] {
  const own = packages
    .filter((name) => isFrom(name, each.from))
    .toSorted((a, b) => b.length - a.length)[0];
  return own === undefined
    ? []
    : [{ ...each, package: own, below: each.from.slice(own.length + 1) }];
}

const DECLARES = /^(?:Import(?:Declaration|Specifier|DefaultSpecifier)|ExportSpecifier)$/;

function mentioned({ node, around }: Found, imports: readonly OfPackage[]): Seen | undefined {
  if (around.some(({ type }) => DECLARES.test(type))) return undefined;
  const written = writtenAs(node);
  if (written === undefined) return undefined;
  const [owner = '', member] = written.split('.');
  const found = imports.find(({ local }) => local === owner);
  if (found === undefined) return undefined;
  const isWhole = found.name === '*';
  if (isWhole ? member === undefined : node.type !== 'Identifier') return undefined;
  return { node, ...entryOf(found, isWhole ? member! : found.name) };
}

/** Reads `(await import('ai')).generateText`. */
function unnamed({ node }: Found, packages: readonly string[]): Seen | undefined {
  const from = requiredFrom(node['object']);
  return from === undefined ? undefined : seenOf(node, from, memberName(node) ?? '*', packages);
}

/** Returns the part of a client that is passed on to code that cannot be followed. */
function partOf(
  each: Found,
  clients: ReadonlySet<string>,
  methods: ReadonlySet<string>,
): Seen | undefined {
  const id = handedOn(each, clients);
  const isPart = id?.endsWith('*') === true || [...methods].some((one) => one.startsWith(`${id}.`));
  return id !== undefined && isPart ? { node: each.node, from: 'openai', id } : undefined;
}

/** Handles `export { generateText } from 'ai'` and `export * from 'ai'`: other sources use these under any name. */
function passedOn({ node, around }: Found, packages: readonly string[]): Seen | undefined {
  if (!/^Export(?:AllDeclaration|\w*Specifier)$/.test(node.type)) return undefined;
  const parent = around.at(-1);
  const from = stringOf(node['source'] ?? parent?.['source']);
  if (from === undefined) return undefined;
  if ([node, parent].some((each) => each?.['exportKind'] === 'type')) return undefined;
  const name = nameOf(node['local']) ?? stringOf(node['local']) ?? '*';
  const seen = seenOf(node, from, name, packages);
  return seen && { ...seen, isPassedOn: true };
}

function seenOf(
  node: SourceNode,
  from: string,
  name: string,
  packages: readonly string[],
): Seen | undefined {
  const [found] = belongs({ from, name, local: name }, packages);
  return found && { node, ...entryOf(found, name) };
}

function entryOf(found: OfPackage, called: string): Pick<Seen, 'from' | 'id'> {
  // The main class of the client is its default export.
  const name = called === 'default' && found.package === 'openai' ? 'OpenAI' : called;
  return { from: found.package, id: found.below === '' ? name : `${found.below}: ${name}` };
}
