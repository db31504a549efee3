import {
  isNode,
  nameOf,
  nodesOf,
  writtenAs,
  type Found,
  type SourceNode,
} from '../app/parse-source.ts';
import { readExports, type Exports } from '../app/read-exports.ts';
import { patternNames, readImports, requiredFrom, type ImportedName } from '../app/read-imports.ts';

/** A second name in a module for one of its values, or for a member of it. */
export interface OtherName {
  readonly value: SourceNode;
  readonly member?: string;
}

/** A source of an app. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** The parsed content of one source. */
export interface SourceModule extends Source {
  readonly nodes: readonly Found[];
  readonly imports: readonly ImportedName[];
  readonly exports: Exports;
  /** By name: `const ask = generateText`, `const { ask } = sdk`, the parameter of `import('ai').then((sdk) => …)`. */
  readonly others: ReadonlyMap<string, readonly OtherName[]>;
}

/** Reads a source; returns undefined if it cannot be parsed. */
export function readModule(text: string, path: string): SourceModule | undefined {
  const nodes = nodesOf(text, path);
  if (nodes === undefined) return undefined;
  const others = new Map<string, OtherName[]>();
  for (const { node } of nodes)
    for (const [name, other] of otherNames(node))
      others.set(name, [...(others.get(name) ?? []), other]);
  return { path, text, nodes, imports: readImports(nodes), exports: readExports(nodes), others };
}

function otherNames(node: SourceNode): readonly (readonly [string, OtherName])[] {
  if (node.type === 'VariableDeclarator') return bound(node['id'], node['init']);
  if (node.type === 'AssignmentExpression') return bound(node['left'], node['right']);
  if (node.type === 'AssignmentPattern') return bound(node['left'], node['right']);
  // `export default generateText` has no local name.
  if (node.type === 'ExportDefaultDeclaration') return bound('default', node['declaration']);
  // A class that extends a client is a client.
  if (/^Class(?:Declaration|Expression)$/.test(node.type))
    return bound(node['id'], node['superClass']);
  if (node.type === 'CallExpression') return ofThen(node);
  return [];
}

/** Reads the parameter of `import('ai').then((sdk) => …)`. */
function ofThen({
  callee,
  arguments: given,
}: SourceNode): readonly (readonly [string, OtherName])[] {
  if (!isNode(callee) || nameOf(callee['property']) !== 'then') return [];
  const [first] = given as readonly unknown[];
  const parameters = isNode(first) ? first['params'] : undefined;
  if (!Array.isArray(parameters) || requiredFrom(callee['object']) === undefined) return [];
  return bound(parameters[0], callee['object']);
}

function bound(to: unknown, value: unknown): readonly (readonly [string, OtherName])[] {
  if (!isNode(value)) return [];
  const whole = typeof to === 'string' ? to : writtenAs(to);
  if (whole !== undefined) return [[whole, { value }]];
  return patternNames(to).map(({ name, local }) => [local, { value, member: name }]);
}
