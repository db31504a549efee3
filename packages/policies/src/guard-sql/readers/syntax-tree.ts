/** A value of a syntax tree with named members. */
export type SyntaxTree = Readonly<Record<string, unknown>>;

/** Returns the value as a tree; an empty tree for any other value. */
export function treeOf(value: unknown): SyntaxTree {
  const isTree = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isTree ? (value as SyntaxTree) : {};
}

/** Returns the value as a list; an empty list for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Calls back for every direct child of a value. */
export function eachBelow(value: unknown, visit: (child: unknown, key: string) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, '');
  else if (typeof value === 'object' && value !== null)
    for (const key of Object.keys(value)) visit((value as SyntaxTree)[key], key);
}
