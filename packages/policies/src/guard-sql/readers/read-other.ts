import type { NameFolding } from './fold-names.ts';
import { SqlFacts } from './sql-facts.ts';
import { eachBelow, listOf, treeOf, type SyntaxTree } from './syntax-tree.ts';
import { tableScope, type TableScope } from './table-scope.ts';

/** The keys that hold a statement of any kind. */
const STATEMENT_KEYS = new Set(['ast', 'stmt', '_next']);
const STATEMENT_TYPES = new Set(
  'select insert replace update delete merge create drop alter truncate rename call exec execute set use'.split(
    ' ',
  ),
);

/** Reads a tree of node-sql-parser, which parses every dialect but PostgreSQL. */
export function readOther(parsed: unknown, names: NameFolding): SqlFacts {
  const facts = new SqlFacts(names);
  const { ast } = treeOf(parsed);
  const statements = (Array.isArray(ast) ? ast : [ast]).filter((each) => each !== undefined);
  facts.count = statements.length;
  facts.rows = rowsOf(treeOf(statements[0]));
  for (const statement of statements) visit(statement, 'ast', new Set(), facts);
  return facts;
}

function visit(node: unknown, key: string, scope: TableScope, facts: SqlFacts): void {
  const tree = treeOf(node);
  const visible = withTables(tree, scope, facts);
  note(tree, key, visible, facts);
  eachBelow(node, (child, name) => {
    const isRead = (name === 'with' && Array.isArray(child)) || name === 'surround';
    if (!isRead) visit(child, name, visible, facts);
  });
}

function withTables(tree: SyntaxTree, scope: TableScope, facts: SqlFacts): TableScope {
  const tables = listOf(tree['with']).map(treeOf);
  if (tables.length === 0) return scope;
  const named = tables.map((table) => ({
    name: facts.names.fold(nameIn(table['name'])),
    tree: table,
  }));
  const isRecursive = tables.some((table) => table['recursive'] === true);
  return tableScope(named, isRecursive, scope, (table, visible) =>
    visit(table, '', visible, facts),
  );
}

function note(tree: SyntaxTree, key: string, scope: TableScope, facts: SqlFacts): void {
  const { type, table } = tree;
  if (isStatement(tree, key)) noteStatement(tree, facts);
  // `@x := …` sets a variable.
  if (type === 'assign') facts.kinds.add('set');
  // The settings of the database decide whether this is a name or a text.
  if (type === 'double_quote_string') noteColumn(tree['value'], facts);
  // In Snowflake `c:f` is a field of the column c.
  if (listOf(tree['notations'])[0] === ':') noteColumn(tree['schema'] ?? tree['table'], facts);
  if ('column' in tree) noteColumn(tree['column'], facts);
  else if (typeof table === 'string') noteTable(tree, table, scope, facts);
  if (type === 'function' || String(type).includes('func')) noteFunction(tree, facts);
  if (treeOf(tree['into'])['type'] === 'into') facts.kinds.add('into');
  if (tree['locking_read'] || tree['for_update'] || tree['for']) facts.kinds.add('lock');
  for (const name of listOf(tree['using'])) facts.columns.add(facts.names.fold(nameIn(name)));
}

function isStatement(tree: SyntaxTree, key: string): boolean {
  if (typeof tree['type'] === 'string' && STATEMENT_TYPES.has(tree['type'])) return true;
  return STATEMENT_KEYS.has(key) && tree['ast'] === undefined && Object.keys(tree).length > 0;
}

function noteStatement(tree: SyntaxTree, facts: SqlFacts): void {
  const { type } = tree;
  const kind = typeof type === 'string' ? type.toLowerCase() : 'unknown';
  facts.addStatement(kind, tree['where']);
  // What is written is a table of the database, also where WITH gives its name to something else.
  if (kind !== 'select')
    for (const each of listOf(tree['table']).map(treeOf))
      if (!('join' in each)) noteTable(each, nameIn(each['table']), new Set(), facts);
  if (kind !== 'insert' && kind !== 'replace') return;
  const columns = listOf(tree['columns']);
  // Without a list of columns, the statement writes all columns.
  for (const column of columns.length === 0 ? ['*'] : columns) noteColumn(column, facts);
}

function noteTable(tree: SyntaxTree, table: string, scope: TableScope, facts: SqlFacts): void {
  const { fold, isExact, quotesPaths } = facts.names;
  const parts = quotesPaths === true ? table.split('.') : [table];
  const written = parts.pop()!;
  const name = fold(written);
  const path = [tree['server'], tree['db'] ?? tree['catalog'], tree['schema'], ...parts].flatMap(
    (each) => (typeof each === 'string' ? fold(each) : []),
  );
  const schema = path.pop();
  if (schema === undefined && !isExact(written) && scope.has(name)) return;
  facts.tables.push({ database: path.join('.') || undefined, schema, name });
  const alias = tree['as'];
  if (typeof alias === 'string') facts.aliases.add(alias);
  // Renamed columns cannot be judged by their name.
  else if (alias !== null && alias !== undefined) facts.columns.add('*');
}

function noteColumn(column: unknown, facts: SqlFacts): void {
  facts.columns.add(facts.names.fold(nameIn(column)));
}

function noteFunction({ name, args }: SyntaxTree, facts: SqlFacts): void {
  const last = listOf(treeOf(name)['name']).at(-1) ?? treeOf(name)['schema'] ?? name;
  const lower = nameIn(last).toLowerCase();
  // `TABLE(f())` calls f, and `TABLE('t')` reads t.
  const isCall = 'args' in treeOf(listOf(treeOf(args)['value'])[0]);
  if (lower !== 'table' || !isCall) facts.functions.add(lower);
}

/** Returns a name: a text itself, or the text under `value`, `expr` or `name` of a tree. */
function nameIn(name: unknown): string {
  if (typeof name === 'string') return name;
  const tree = treeOf(name);
  const inner = tree['value'] ?? tree['expr'] ?? tree['name'];
  return inner === undefined ? '*' : nameIn(inner);
}

/** Returns the limit of a query; undefined for a union, since its last part may have the limit for itself alone. */
function rowsOf(select: SyntaxTree): number | undefined {
  if (select['_next'] !== undefined) return undefined;
  const top = treeOf(select['top']);
  if (typeof top['value'] === 'number') return top['percent'] ? undefined : top['value'];
  const limit = treeOf(select['limit']);
  const fetched = treeOf(treeOf(limit['fetch'])['value']);
  if (fetched['type'] === 'number') return Number(fetched['value']);
  const values = listOf(limit['value']).map(treeOf);
  const count = limit['seperator'] === ',' ? values.at(-1) : values[0];
  return count?.['type'] === 'number' ? Number(count['value']) : undefined;
}
