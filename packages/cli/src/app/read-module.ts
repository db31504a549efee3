import { ENTRY_POINTS, type EntryPoint } from './entry-points.ts';
import { isNode, nameOf, nodesOf, writtenAs, type Found, type SourceNode } from './parse-source.ts';
import { readExports, type Exports } from './read-exports.ts';
import { patternNames, readImports, unwrapped, type ImportedName } from './read-imports.ts';

/** A call of an SDK, and what could put hooks on it. */
export interface SdkCall {
  readonly entry: EntryPoint;
  /** As it is written, such as `OpenAI` or `ai.generateText`. */
  readonly written: string;
  readonly node: SourceNode;
  /** True where `withHooks` stands around it. */
  readonly isWrapped: boolean;
  /** The variable that keeps what it gives, and the functions that it stands in. */
  readonly keptIn: string | undefined;
  readonly functions: readonly string[];
  /** Names that stand inside it; true in `isGivenHooks` where `withHooks` does. */
  readonly names: ReadonlySet<string>;
  readonly isGivenHooks: boolean;
}

/** What one source says of SDKs and hooks. */
export interface SourceModule {
  readonly path: string;
  readonly imports: readonly ImportedName[];
  readonly exports: Exports;
  readonly calls: readonly SdkCall[];
  /** Names of what `withHooks` gave back. */
  readonly results: ReadonlySet<string>;
  /** Names of what `withHooks` was given, and of functions whose result it was given. */
  readonly given: ReadonlySet<string>;
  readonly givenCalls: ReadonlySet<string>;
}

/** Reads a source; nothing of one that cannot be parsed. */
export function readModule(text: string, path: string): SourceModule | undefined {
  const nodes = nodesOf(text, path);
  if (nodes === undefined) return undefined;
  const imports = readImports(nodes);
  const isHook = hookCall(imports);
  const entries = entriesOf(imports);
  const wraps = nodes.filter(({ node }) => isHook(node));
  const targets = wraps.map(({ node }) => unwrapped((node['arguments'] as unknown[])[0]));
  return {
    path,
    imports,
    exports: readExports(nodes),
    calls: nodes.flatMap((found) => toCall(found, nodes, entries, isHook)),
    results: new Set(wraps.flatMap(keptNames)),
    given: new Set(targets.flatMap((target) => writtenAs(target) ?? [])),
    givenCalls: new Set(
      targets.flatMap((target) =>
        isNode(target) && target.type === 'CallExpression'
          ? (writtenAs(target['callee']) ?? [])
          : [],
      ),
    ),
  };
}

/** Local names of entry points; those of a namespace as `ai.generateText`. */
function entriesOf(imports: readonly ImportedName[]): ReadonlyMap<string, EntryPoint> {
  const found = new Map<string, EntryPoint>();
  for (const { from, name, local } of imports)
    for (const entry of ENTRY_POINTS) {
      if (from !== entry.from && !from.startsWith(`${entry.from}/`)) continue;
      if (name === '*') found.set(`${local}.${entry.name}`, entry);
      const isDefault = name === 'default' && entry.name === 'OpenAI';
      if (isDefault || name === entry.name) found.set(local, entry);
    }
  return found;
}

const HOOKING = new Set(['withHooks', 'hookTransport']);

/** Tells calls of `withHooks`, whatever name it was imported by. */
function hookCall(imports: readonly ImportedName[]): (node: SourceNode) => boolean {
  const renamed = imports.filter(({ name }) => HOOKING.has(name)).map(({ local }) => local);
  const names = new Set([...HOOKING, ...renamed]);
  return (node) => {
    if (node.type !== 'CallExpression') return false;
    const written = writtenAs(node['callee']);
    return written !== undefined && names.has(written.split('.').at(-1) ?? '');
  };
}

function toCall(
  { node, around }: Found,
  nodes: readonly Found[],
  entries: ReadonlyMap<string, EntryPoint>,
  isHook: (node: SourceNode) => boolean,
): readonly SdkCall[] {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  const written = writtenAs(node['callee']);
  const entry = written === undefined ? undefined : entries.get(written);
  if (entry === undefined || written === undefined) return [];
  if ((entry.kind === 'class') !== (node.type === 'NewExpression')) return [];
  const inside = nodes.filter((each) => each.around.includes(node));
  return [
    {
      entry,
      written,
      node,
      isWrapped: around.some(isHook),
      keptIn: keptIn(around),
      functions: around.flatMap((each) =>
        each.type === 'FunctionDeclaration' || each.type === 'VariableDeclarator'
          ? (nameOf(each['id']) ?? [])
          : [],
      ),
      names: new Set(inside.flatMap((each) => (isKey(each) ? [] : (writtenAs(each.node) ?? [])))),
      isGivenHooks: inside.some((each) => isHook(each.node)),
    },
  ];
}

/** True for `model` of `{ model: … }` and of `agent.model`: it names no variable. */
function isKey({ node, around }: Found): boolean {
  const parent = around.at(-1);
  if (parent === undefined || parent['computed'] === true) return false;
  return parent['key'] === node || parent['property'] === node;
}

function keptIn(around: readonly SourceNode[]): string | undefined {
  const kept = around.findLast(
    ({ type }) => type === 'VariableDeclarator' || type === 'ExportDefaultDeclaration',
  );
  return kept?.type === 'ExportDefaultDeclaration' ? 'default' : nameOf(kept?.['id']);
}

/** `const hooked = withHooks(…)`, `const { generateText } = withHooks(…)`, `export default withHooks(…)`. */
function keptNames({ around }: Found): readonly string[] {
  const kept = keptIn(around);
  if (kept !== undefined) return [kept];
  const variable = around.findLast(({ type }) => type === 'VariableDeclarator');
  return patternNames(variable?.['id']).map(({ local }) => local);
}
