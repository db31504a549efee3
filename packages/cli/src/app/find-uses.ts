import { ENTRY_POINTS, type EntryPoint } from './entry-points.ts';
import { isNode, nameOf, nodesOf, type Found, type SourceNode } from './parse-source.ts';

/** A place where an app calls an SDK. */
export interface Use {
  readonly entry: EntryPoint;
  /** As it is written, such as `OpenAI` or `ai.generateText`. */
  readonly written: string;
  readonly line: number;
  readonly column: number;
  readonly start: number;
  readonly end: number;
  /** True where `withHooks` stands around it, its arguments or the variable it is kept in. */
  readonly isHooked: boolean;
}

/** Every call of a supported SDK in a source; nothing where the source cannot be parsed. */
export function findUses(text: string, path: string): readonly Use[] | undefined {
  if (!ENTRY_POINTS.some(({ from }) => text.includes(from))) return [];
  const nodes = nodesOf(text, path);
  if (nodes === undefined) return undefined;
  const imports = importsOf(nodes);
  const hooked = hookedNames(nodes);
  return nodes.flatMap((found) => {
    const { node, around } = found;
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
    const written = writtenAs(node['callee']);
    const entry =
      written === undefined
        ? undefined
        : (imports.get(written) ?? memberOf(written, imports, hooked.results));
    if (entry === undefined || written === undefined) return [];
    if ((entry.kind === 'class') !== (node.type === 'NewExpression')) return [];
    const { line, column } = node.loc.start;
    const isHooked =
      around.some(isWithHooks) ||
      isKept(around, hooked.given) ||
      usesHooked(node, nodes, hooked.results);
    return [
      { entry, written, line, column: column + 1, start: node.start, end: node.end, isHooked },
    ];
  });
}

type Imports = ReadonlyMap<string, EntryPoint>;

/** Local names of entry points; those of a namespace as `ai.generateText`. */
function importsOf(nodes: readonly Found[]): Imports {
  const imports = new Map<string, EntryPoint>();
  for (const { node } of nodes) {
    if (node.type !== 'ImportDeclaration' || node['importKind'] === 'type') continue;
    const from = isNode(node['source']) ? String(node['source']['value']) : '';
    const entries = ENTRY_POINTS.filter(
      (entry) => from === entry.from || from.startsWith(`${entry.from}/`),
    );
    for (const specifier of node['specifiers'] as readonly SourceNode[]) {
      const local = nameOf(specifier['local']);
      if (local === undefined) continue;
      for (const entry of entries) {
        if (specifier.type === 'ImportNamespaceSpecifier')
          imports.set(`${local}.${entry.name}`, entry);
        const isDefault = specifier.type === 'ImportDefaultSpecifier' && entry.name === 'OpenAI';
        if (isDefault || nameOf(specifier['imported']) === entry.name) imports.set(local, entry);
      }
    }
  }
  return imports;
}

/** What is reached through a namespace that was hooked is hooked. */
function memberOf(
  written: string,
  imports: Imports,
  hooked: ReadonlySet<string>,
): EntryPoint | undefined {
  const [owner = ''] = written.split('.');
  return hooked.has(owner) ? undefined : imports.get(written);
}

/** Names of what `withHooks` gave back, and of what it was given. */
function hookedNames(nodes: readonly Found[]): {
  readonly results: Set<string>;
  readonly given: Set<string>;
} {
  const results = new Set<string>();
  const given = new Set<string>();
  for (const { node, around } of nodes) {
    if (!isWithHooks(node)) continue;
    const [target] = node['arguments'] as readonly SourceNode[];
    const name = nameOf(target);
    if (name !== undefined) given.add(name);
    const kept = around.findLast(({ type }) => type === 'VariableDeclarator');
    const id = nameOf(kept?.['id']);
    if (id !== undefined) results.add(id);
  }
  return { results, given };
}

function isWithHooks(node: SourceNode): boolean {
  if (node.type !== 'CallExpression') return false;
  const written = writtenAs(node['callee']);
  return (
    written === 'withHooks' ||
    written === 'hookTransport' ||
    written?.endsWith('.withHooks') === true
  );
}

/** `const client = new OpenAI()` with `withHooks(client, …)` elsewhere in the file. */
function isKept(around: readonly SourceNode[], given: ReadonlySet<string>): boolean {
  const kept = around.findLast(({ type }) => type === 'VariableDeclarator');
  const id = nameOf(kept?.['id']);
  return id !== undefined && given.has(id);
}

/** `generateText({ model: withHooks(…) })`, or with the name of what it gave back. */
function usesHooked(
  node: SourceNode,
  nodes: readonly Found[],
  results: ReadonlySet<string>,
): boolean {
  return nodes.some(({ node: inner, around }) => {
    if (!around.includes(node)) return false;
    const name = nameOf(inner);
    return isWithHooks(inner) || (name !== undefined && results.has(name));
  });
}

function writtenAs(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type !== 'MemberExpression') return nameOf(callee);
  const [object, property] = [nameOf(callee['object']), nameOf(callee['property'])];
  return object === undefined || property === undefined ? undefined : `${object}.${property}`;
}
