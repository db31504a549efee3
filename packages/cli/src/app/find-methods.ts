import { isMember, isNode, memberName, nameOf, stringOf, writtenAs } from './parse-source.ts';
import type { Found, SourceNode } from './parse-source.ts';
import { unwrapped } from './read-imports.ts';

/** A client method that a source names, called or not. */
export interface FoundMethod extends Found {
  /** The name in a census: `client.images.generate()`. */
  readonly id: string;
}

/**
 * Returns the client methods in a source that a census has. They are found by name alone: `a.b.images.generate`,
 * `make()?.images['generate']`, and destructured parts such as `const { images } = client`, under the name they get.
 */
export function findMethods(
  nodes: readonly Found[],
  census: ReadonlySet<string>,
): readonly FoundMethod[] {
  const paths = new CensusPaths(census);
  const found: FoundMethod[] = [];
  for (const each of nodes) {
    const taken = paths.take(each.node, each.around.at(-1));
    for (const path of [...taken, ...paths.methodsAt(each.node)])
      found.push({ ...each, id: `client.${path}()` });
  }
  return found;
}

const SETS = /^(?:Assignment(?:Expression|Pattern)|VariableDeclarator|Class(?:Private)?Property)$/;

/** The method paths of a census, and the names that a source gives to parts of them. */
class CensusPaths {
  readonly #methods: ReadonlySet<string>;
  /** The paths that have methods below them: `chat`, `chat.completions`. */
  readonly #resources = new Set<string>();
  readonly #named = new Map<string, Set<string>>();

  constructor(census: ReadonlySet<string>) {
    const paths = [...census].flatMap((id) => /^client\.([\w.]+)\(\)$/.exec(id)?.[1] ?? []);
    this.#methods = new Set(paths);
    for (const path of paths)
      for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1))
        this.#resources.add(path.slice(0, end));
  }

  /** Returns the methods that an expression such as `client.images.generate` names. */
  methodsAt(node: SourceNode): readonly string[] {
    return isMember(node) ? this.#among(this.#methods, node) : [];
  }

  /** Remembers the names that a node gives to parts of a client, and returns the methods it destructures. */
  take(node: SourceNode, parent: SourceNode | undefined): readonly string[] {
    if (SETS.test(node.type)) {
      const to = node['id'] ?? node['left'] ?? node['key'];
      const value = node['init'] ?? node['right'] ?? node['value'];
      const parts = this.#among(this.#resources, value);
      const name = node['key'] === to ? `this.${nameOf(to)}` : writtenAs(to);
      if (name !== undefined) for (const part of parts) this.#name(name, part);
      return this.#takeOut(to, parts);
    }
    // A parameter of a function, or a variable of a loop.
    const isOwn = parent === undefined || !(SETS.test(parent.type) || IN_PATTERN.test(parent.type));
    return isOwn ? this.#takeOut(node, []) : [];
  }

  #takeOut(pattern: unknown, parts: readonly string[]): readonly string[] {
    if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return [];
    return (pattern['properties'] as readonly SourceNode[]).flatMap(({ key, value }) => {
      const own = nameOf(key) ?? stringOf(key);
      if (own === undefined) return [];
      const to = isNode(value) && value.type === 'AssignmentPattern' ? value['left'] : value;
      const paths = parts.length === 0 ? [own] : parts.map((part) => `${part}.${own}`);
      const below = paths.filter((path) => this.#resources.has(path));
      const name = writtenAs(to);
      if (name !== undefined) for (const path of below) this.#name(name, path);
      const deeper = below.length > 0 ? this.#takeOut(to, below) : [];
      return [...paths.filter((path) => this.#methods.has(path)), ...deeper];
    });
  }

  #name(name: string, path: string): void {
    this.#named.set(name, (this.#named.get(name) ?? new Set()).add(path));
  }

  /** Returns the longest of these paths that an expression ends with, for each meaning that its first name may have. */
  #among(known: ReadonlySet<string>, value: unknown): readonly string[] {
    const found = this.#chains(value).flatMap((chain) => {
      const ends = chain.map((_, place) => chain.slice(place).join('.'));
      return ends.find((end) => known.has(end)) ?? [];
    });
    return [...new Set(found)];
  }

  /** Returns `images`, `generate` for `client.images.generate`, without the first name. */
  #chains(value: unknown): readonly (readonly string[])[] {
    const node = unwrapped(value);
    if (!isNode(node)) return [];
    const named = this.#named.get(writtenAs(node) ?? '');
    if (named !== undefined) return [...named].map((path) => path.split('.'));
    if (!isMember(node)) return [[]];
    const name = memberName(node) ?? '?';
    return this.#chains(node['object']).map((chain) => [...chain, name]);
  }
}

const IN_PATTERN = /^(?:ObjectPattern|ObjectProperty|RestElement)$/;
