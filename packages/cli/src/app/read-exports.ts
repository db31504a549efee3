import { isNode, nameOf, stringOf, type Found, type SourceNode } from './parse-source.ts';
import { patternNames } from './read-imports.ts';

/** The exports of a module. */
export interface Exports {
  /** By exported name: the local name, or a name of another module. */
  readonly names: ReadonlyMap<string, { readonly local: string; readonly from?: string }>;
  /** Modules from which everything is exported again. */
  readonly stars: readonly string[];
}

/** Returns the exports of a module; an unnamed `export default` gets the local name `default`. */
export function readExports(nodes: readonly Found[]): Exports {
  const names = new Map<string, { local: string; from?: string }>();
  const stars: string[] = [];
  for (const { node } of nodes) {
    const from = stringOf(node['source']);
    if (node.type === 'ExportAllDeclaration' && from !== undefined) stars.push(from);
    if (node.type === 'ExportDefaultDeclaration')
      names.set('default', { local: nameOfDefault(node['declaration']) });
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const local of declaredNames(node['declaration'])) names.set(local, { local });
    for (const specifier of node['specifiers'] as readonly SourceNode[]) {
      const local = nameOf(specifier['local']) ?? '*';
      const exported = nameOf(specifier['exported']) ?? stringOf(specifier['exported']);
      if (exported !== undefined)
        names.set(exported, { local, ...(from === undefined ? {} : { from }) });
    }
  }
  return { names, stars };
}

function nameOfDefault(declaration: unknown): string {
  const own = isNode(declaration) ? nameOf(declaration['id']) : undefined;
  return nameOf(declaration) ?? own ?? 'default';
}

function declaredNames(declaration: unknown): readonly string[] {
  if (!isNode(declaration)) return [];
  const own = nameOf(declaration['id']);
  if (own !== undefined) return [own];
  const declared = (declaration['declarations'] ?? []) as readonly SourceNode[];
  return declared.flatMap(({ id }) => nameOf(id) ?? patternNames(id).map(({ local }) => local));
}
