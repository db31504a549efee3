import { keptIn } from '../uses/hook-calls.ts';
import {
  isMember,
  isNode,
  memberName,
  nameOf,
  writtenAs,
  type Found,
  type SourceNode,
} from './parse-source.ts';
import { readImports, unwrapped, WRAPS } from './read-imports.ts';

/** The names that keep a client, hooked or not: one that is made at one of these places, or is known by its name. */
export function clientNames(
  nodes: readonly Found[],
  places: ReadonlySet<number>,
  known: Iterable<string> = [],
): ReadonlySet<string> {
  const imports = readImports(nodes);
  const own = new Set(imports.filter(({ from }) => from === 'openai').map(({ local }) => local));
  const isMade = ({ type, start, callee }: SourceNode): boolean =>
    type === 'NewExpression' &&
    (places.has(start) || own.has(writtenAs(callee)?.split('.')[0] ?? ''));
  const made = nodes.filter(({ node }) => isMade(node));
  const names = new Set([...known, ...made.flatMap(({ around }) => keptIn(around) ?? [])]);
  const imported = imports.filter(({ name }) => name === 'withHooks');
  const hooking = new Set(['withHooks', ...imported.map(({ local }) => local)]);
  for (const { node } of nodes) {
    const [name, value] = [writtenAs(node['id'] ?? node['left']), node['init'] ?? node['right']];
    if (name !== undefined && isClient(value, names, hooking)) names.add(name);
  }
  return names;
}

function isClient(
  given: unknown,
  names: ReadonlySet<string>,
  hooking: ReadonlySet<string>,
): boolean {
  const value = unwrapped(given);
  if (!isNode(value)) return false;
  if (value.type !== 'CallExpression') return names.has(writtenAs(value) ?? '');
  const callee = writtenAs(value['callee'])?.split('.').at(-1) ?? '';
  const [first] = value['arguments'] as readonly unknown[];
  return hooking.has(callee) && isClient(first, names, hooking);
}

/**
 * The part of a client that is handed on there, as a census would name it: `client.images` of `serve(client.images)`,
 * `client.*` of `client[name]`. What only gets another name in the same source is followed, and not handed on.
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

/** `client.images` of `client.images.generate.call(client.images)`: the method stands there. */
function isThis({ callee, arguments: given }: SourceNode, inner: SourceNode): boolean {
  if (!Array.isArray(given) || given[0] !== inner || !isNode(callee)) return false;
  return isMember(callee) && /^(?:call|apply|bind)$/.test(memberName(callee) ?? '');
}

/** True for what stands round the variable of `export const images = …`. */
function isExported(around: readonly SourceNode[]): boolean {
  return around.at(-2)?.type === 'ExportNamedDeclaration';
}

/** `client.images` of `export const { images } = client`. */
function takenOut({ node, around }: Found, clients: ReadonlySet<string>): string | undefined {
  const [declarator, pattern] = around.slice(-2);
  if (pattern?.type !== 'ObjectPattern' || declarator?.['id'] !== pattern) return undefined;
  if (!isExported(around.slice(0, -2))) return undefined;
  const path = pathFrom(declarator['init'], clients);
  const name = nameOf(node['key']);
  if (path === undefined || name === undefined) return undefined;
  return `client.${[...path, name].join('.')}`;
}

/** `images`, `generate` of `client.images.generate`, where `client` is one. */
function pathFrom(given: unknown, clients: ReadonlySet<string>): readonly string[] | undefined {
  const node = unwrapped(given);
  if (!isNode(node)) return undefined;
  if (clients.has(writtenAs(node) ?? '')) return [];
  if (!isMember(node)) return undefined;
  const before = pathFrom(node['object'], clients);
  return before === undefined ? undefined : [...before, memberName(node) ?? '*'];
}
