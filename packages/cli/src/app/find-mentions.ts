import type { Source } from '../uses/find-uses.ts';
import { isNode, nameOf, nodesOf, writtenAs, type Found } from './parse-source.ts';
import { readImports, type ImportedName } from './read-imports.ts';

/** Something of a package that a source uses, where it does so first. */
export interface Mention {
  readonly path: string;
  readonly from: string;
  /** As a census names it: `generateText`, `chat_models: ChatOpenAI`, `client.images.generate()`. */
  readonly id: string;
  readonly line: number;
  readonly column: number;
}

/** What these sources use of these packages: each name once a source, the methods of clients as well. */
export function findMentions(
  sources: readonly Source[],
  packages: readonly string[],
): readonly Mention[] {
  return sources.flatMap(({ path, text }) => {
    const nodes = nodesOf(text, path) ?? [];
    const imports = readImports(nodes).flatMap((each) => belongs(each, packages));
    const mentions = new Map<string, Mention>();
    for (const found of nodes) {
      const seen = mentioned(found, imports, packages);
      if (seen === undefined || mentions.has(`${seen.from} ${seen.id}`)) continue;
      const { line, column } = found.node.loc.start;
      mentions.set(`${seen.from} ${seen.id}`, { path, ...seen, line, column: column + 1 });
    }
    return [...mentions.values()];
  });
}

type OfPackage = ImportedName & { readonly package: string; readonly below: string };

/** An import with the package it is of, the longest name first, and the entry point below it. */
function belongs(each: ImportedName, packages: readonly string[]): readonly OfPackage[] {
  const own = packages
    .filter((name) => each.from === name || each.from.startsWith(`${name}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  return own === undefined
    ? []
    : [{ ...each, package: own, below: each.from.slice(own.length + 1) }];
}

const DECLARES = new Set(['ImportDeclaration', 'ImportSpecifier', 'ImportDefaultSpecifier']);

function mentioned(
  { node, around }: Found,
  imports: readonly OfPackage[],
  packages: readonly string[],
): { readonly from: string; readonly id: string } | undefined {
  if (around.some(({ type }) => DECLARES.has(type) || type.startsWith('TS'))) return undefined;
  if (node.type === 'CallExpression' && packages.includes('openai')) {
    const chain = chainOf(node['callee']);
    const below = chain.slice(chain[0] === 'this' ? 2 : 1);
    if (below.length > 1) return { from: 'openai', id: `client.${below.join('.')}()` };
  }
  const written = writtenAs(node);
  if (written === undefined) return undefined;
  const [owner = '', member] = written.split('.');
  const found = imports.find(({ local }) => local === owner);
  if (found === undefined) return undefined;
  const isWhole = found.name === '*';
  if (isWhole ? member === undefined : node.type !== 'Identifier') return undefined;
  const called = isWhole ? member! : found.name;
  // The main class of the client is its default export.
  const name = called === 'default' && found.package === 'openai' ? 'OpenAI' : called;
  return { from: found.package, id: found.below === '' ? name : `${found.below}: ${name}` };
}

/** `client`, `images`, `generate` of `client.images.generate`. */
function chainOf(node: unknown): readonly string[] {
  if (!isNode(node)) return [];
  if (node.type !== 'MemberExpression') {
    const name = node.type === 'ThisExpression' ? 'this' : nameOf(node);
    return name === undefined ? [] : [name];
  }
  const property = nameOf(node['property']);
  const before = chainOf(node['object']);
  return property === undefined || before.length === 0 ? [] : [...before, property];
}
