/** A value of a syntax tree with named members. */
export type SyntaxTree = Readonly<Record<string, unknown>>;

/** The value as a tree; without members where it is none. */
export function treeOf(value: unknown): SyntaxTree {
  const isTree = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isTree ? (value as SyntaxTree) : {};
}

/** The value as a list; empty where it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Calls back for everything right below a value. */
export function eachBelow(value: unknown, visit: (child: unknown, key: string) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, '');
  else if (typeof value === 'object' && value !== null)
    for (const key of Object.keys(value)) visit((value as SyntaxTree)[key], key);
}
