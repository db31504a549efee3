import { keptIn } from '../uses/hook-calls.ts';
import {
  isMember,
  isNode,
  memberName,
  nameOf,
  stringOf,
  writtenAs,
  type Found,
  type SourceNode,
} from './parse-source.ts';
import { readImports, unwrapped, WRAPS } from './read-imports.ts';

/** Returns a test for nodes that make a client: at one of these places, or from an imported class. */
export function madeClients(
  nodes: readonly Found[],
  places: ReadonlySet<number>,
): (node: SourceNode) => boolean {
  const imports = readImports(nodes).filter(({ from }) => from === 'openai');
  const own = new Set(imports.map(({ local }) => local));
  return ({ type, start, callee }) =>
    type === 'NewExpression' &&
    (places.has(start) || own.has(writtenAs(callee)?.split('.')[0] ?? ''));
}

/** Returns the names that hold a client, hooked or not: made at one of these places, or under a known name. */
export function clientNames(
  nodes: readonly Found[],
  places: ReadonlySet<number>,
  known: Iterable<string> = [],
): ReadonlySet<string> {
  const isMade = madeClients(nodes, places);
  const made = nodes.filter(({ node }) => isMade(node));
  const names = new Set([...known, ...made.flatMap(({ around }) => keptIn(around) ?? [])]);
  const imported = readImports(nodes).filter(({ name }) => name === 'withHooks');
  const hooking = new Set(['withHooks', ...imported.map(({ local }) => local)]);
  const isClient = (given: unknown): boolean => {
    const value = unwrapped(given);
    if (!isNode(value)) return false;
    if (value.type === 'NewExpression') return isMade(value);
    if (value.type !== 'CallExpression')
      return names.has(writtenAs(value) ?? '') || partsOf(value).some(([, part]) => isClient(part));
    const callee = writtenAs(value['callee'])?.split('.').at(-1) ?? '';
    const [first] = value['arguments'] as readonly unknown[];
    return hooking.has(callee) && isClient(first);
  };
  for (const { node } of nodes) {
    const value = node['init'] ?? node['right'];
    if (!isClient(value)) continue;
    const to = node['id'] ?? node['left'];
    const name = writtenAs(to);
    if (name !== undefined) names.add(name);
    for (const [key, part] of partsOf(value))
      if (name !== undefined && key !== undefined && isClient(part)) names.add(`${name}.${key}`);
    if (node.type === 'AssignmentExpression' && isNode(to) && isMember(to))
      names.add(anyOf(to['object']));
  }
  return names;
}

/** Returns the parts of an object or array literal, each with its name. */
function partsOf(given: unknown): readonly (readonly [name: string | undefined, part: unknown])[] {
  const value = unwrapped(given);
  if (!isNode(value)) return [];
  if (value.type === 'ArrayExpression')
    return (value['elements'] as readonly unknown[]).map((part) => [undefined, part]);
  if (value.type !== 'ObjectExpression') return [];
  return (value['properties'] as readonly SourceNode[]).map((part) => [
    nameOf(part['key']) ?? stringOf(part['key']),
    part['value'],
  ]);
}

/** Returns the name that stands for any member of an object when its key is not known: `all[key]`. */
function anyOf(object: unknown): string {
  return `${writtenAs(object)}.*`;
}

/**
 * Returns the part of a client that is passed on there, as a census names it: `client.images` for
 * `serve(client.images)`, `client.*` for `client[name]`. A part that only gets another name is followed instead.
 */
export function handedOn(
  { node, around }: Found,
  clients: ReadonlySet<string>,
): string | undefined {
  if (node.type === 'ObjectProperty') return takenOut({ node, around }, clients);
  const path = isMember(node) ? pathFrom(node, clients) : undefined;
  if (path === undefined || path.slice(0, -1).includes('*')) return undefined;
  const id = `client.${path.join('.')}`;
  if (path.at(-1) === '*') return id;
  const place = around.findLastIndex(({ type }) => !WRAPS.test(type));
  const parent = around[place];
  const inner = around[place + 1] ?? node;
  if (parent === undefined || parent['object'] === inner || parent['left'] === inner)
    return undefined;
  if (isThis(parent, inner)) return undefined;
  const isKept = parent['right'] === inner || parent.type.endsWith('Property');
  const isRenamed = parent['init'] === inner && !isExported(around.slice(0, place));
  return isRenamed || (isKept && parent.type !== 'ObjectProperty') ? undefined : id;
}

/** True for the second `client.images` in `client.images.generate.call(client.images)`, where the method is known. */
function isThis({ callee, arguments: given }: SourceNode, inner: SourceNode): boolean {
  if (!Array.isArray(given) || given[0] !== inner || !isNode(callee)) return false;
  return isMember(callee) && /^(?:call|apply|bind)$/.test(memberName(callee) ?? '');
}

/** Whether the nodes around belong to an exported variable such as `export const images = …`. */
function isExported(around: readonly SourceNode[]): boolean {
  return around.at(-2)?.type === 'ExportNamedDeclaration';
}

/** Returns `client.images` for `export const { images } = client`. */
function takenOut({ node, around }: Found, clients: ReadonlySet<string>): string | undefined {
  const [declarator, pattern] = around.slice(-2);
  if (pattern?.type !== 'ObjectPattern' || declarator?.['id'] !== pattern) return undefined;
  if (!isExported(around.slice(0, -2))) return undefined;
  const path = pathFrom(declarator['init'], clients);
  const name = nameOf(node['key']);
  if (path === undefined || name === undefined) return undefined;
  return `client.${[...path, name].join('.')}`;
}

/** Returns `images`, `generate` for `client.images.generate` if `client` is a client. */
function pathFrom(given: unknown, clients: ReadonlySet<string>): readonly string[] | undefined {
  const node = unwrapped(given);
  if (!isNode(node)) return undefined;
  if (clients.has(writtenAs(node) ?? '')) return [];
  if (!isMember(node)) return undefined;
  const name = memberName(node);
  if (name === undefined && clients.has(anyOf(node['object']))) return ['*'];
  const before = pathFrom(node['object'], clients);
  return before === undefined ? undefined : [...before, name ?? '*'];
}
