/** The names of the visible common table expressions. */
export type TableScope = ReadonlySet<string>;

/** A table of a WITH clause. */
export interface NamedTable<T> {
  readonly name: string;
  readonly tree: T;
}

/**
 * Visits the tables of a WITH clause, each with the names it may use: earlier tables, or all in a recursive clause.
 *
 * @returns What is visible below the clause.
 */
export function tableScope<T>(
  tables: readonly NamedTable<T>[],
  isRecursive: boolean,
  outer: TableScope,
  visit: (tree: T, scope: TableScope) => void,
): TableScope {
  const visible = new Set(outer);
  if (isRecursive) for (const { name } of tables) visible.add(name);
  for (const { name, tree } of tables) {
    visit(tree, new Set(visible));
    visible.add(name);
  }
  return visible;
}
