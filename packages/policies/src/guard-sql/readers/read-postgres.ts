import { ROW_FUNCTION } from '../harmful-names.ts';
import { SqlFacts } from './sql-facts.ts';
import { eachBelow, listOf, treeOf, type SyntaxTree } from './syntax-tree.ts';
import { tableScope, type TableScope } from './table-scope.ts';

/** The nodes whose targets are written columns. In other nodes, targets are new names. */
const WRITERS = new Set(['UpdateStmt', 'InsertStmt', 'MergeWhenClause', 'onConflictClause']);

/** Reads the tree of PostgreSQL's own parser. */
export function readPostgres(parsed: unknown): SqlFacts {
  const facts = new SqlFacts();
  const statements = listOf(treeOf(parsed)['stmts']).map((each) => treeOf(treeOf(each)['stmt']));
  facts.count = statements.length;
  facts.rows = rowsOf(treeOf(statements[0]?.['SelectStmt']));
  for (const statement of statements) {
    if (Object.keys(statement).length === 0) facts.kinds.add('unknown');
    visit(statement, '', new Set(), facts);
  }
  return facts;
}

function visit(node: unknown, key: string, scope: TableScope, facts: SqlFacts): void {
  const tree = treeOf(node);
  const visible = withTables(tree, scope, facts);
  note(tree, key, visible, facts);
  eachBelow(node, (child, name) => {
    const isTree = typeof child === 'object' && child !== null;
    if (isTree && name !== 'withClause') visit(child, name, visible, facts);
  });
}

function withTables(tree: SyntaxTree, scope: TableScope, facts: SqlFacts): TableScope {
  if (tree['withClause'] === undefined) return scope;
  const clause = treeOf(tree['withClause']);
  const tables = listOf(clause['ctes']).map((each) => treeOf(treeOf(each)['CommonTableExpr']));
  const named = tables.map((table) => ({ name: nameOr('', table['ctename']), tree: table }));
  const isRecursive = clause['recursive'] === true;
  return tableScope(named, isRecursive, scope, (table, visible) =>
    visit(table, '', visible, facts),
  );
}

function note(tree: SyntaxTree, key: string, scope: TableScope, facts: SqlFacts): void {
  if (key.endsWith('Stmt') && key !== 'selectStmt') noteStatement(tree, key, facts);
  // What is written is a table of the database, also where WITH gives its name to something else.
  if (typeof tree['relname'] === 'string')
    noteTable(tree, tree['relname'], key === 'relation' ? new Set() : scope, facts);
  if (key === 'JoinExpr') noteAlias(tree, facts);
  // The rows before and after the write.
  if (key === 'returningClause') facts.aliases.add('old').add('new');
  if (key === 'ReturningOption') facts.aliases.add(nameOr('', tree['value']));
  if (key === 'ColumnRef') noteColumn(listOf(tree['fields']), facts);
  if (key === 'A_Indirection') noteApplied(listOf(tree['indirection']), facts);
  if (WRITERS.has(key)) for (const written of writtenColumns(tree)) facts.columns.add(written);
  if (key === 'FuncCall')
    facts.functions.add(textOf(listOf(tree['funcname']).at(-1)).toLowerCase());
  for (const name of listOf(tree['usingClause'])) facts.columns.add(textOf(name));
  if (tree['intoClause'] !== undefined) facts.kinds.add('into');
  if (tree['lockingClause'] !== undefined) facts.kinds.add('lock');
}

function noteStatement(tree: SyntaxTree, key: string, facts: SqlFacts): void {
  const kind = key.slice(0, -'Stmt'.length).toLowerCase();
  // A list of literal values reads nothing.
  if (tree['valuesLists'] === undefined) facts.addStatement(kind, tree['whereClause']);
  // Without a list of columns, the statement writes all columns.
  if (kind === 'insert' && tree['cols'] === undefined) facts.columns.add('*');
}

function writtenColumns(tree: SyntaxTree): readonly string[] {
  const targets = [...listOf(tree['cols']), ...listOf(tree['targetList'])];
  return targets.map((each) => nameOr('*', treeOf(treeOf(each)['ResTarget'])['name']));
}

function noteTable(tree: SyntaxTree, name: string, scope: TableScope, facts: SqlFacts): void {
  const schema = tree['schemaname'] as string | undefined;
  if (schema === undefined && scope.has(name)) return;
  facts.tables.push({ schema, name });
  noteAlias(tree, facts);
}

/** Notes the alias of a table, or of a join, whose row holds the rows of all its tables. */
function noteAlias(tree: SyntaxTree, facts: SqlFacts): void {
  const alias = treeOf(tree['alias']);
  if (typeof alias['aliasname'] === 'string') facts.aliases.add(alias['aliasname']);
  // Renamed columns cannot be judged by their name.
  if (alias['colnames'] !== undefined) facts.columns.add('*');
}

function noteColumn(fields: readonly unknown[], facts: SqlFacts): void {
  const last = fields.at(-1);
  facts.columns.add('A_Star' in treeOf(last) ? '*' : textOf(last));
  if (fields.length > 1) noteAttribute(textOf(last), facts);
}

/** Notes what follows a value in parentheses. `(x).f` calls `f` with any `x`, also with a text, unless `f` is a field. */
function noteApplied(names: readonly unknown[], facts: SqlFacts): void {
  for (const name of names.map((each) => textOf(each)).filter((each) => each !== '')) {
    facts.functions.add(name.toLowerCase());
    noteAttribute(name, facts);
  }
}

function noteAttribute(name: string, facts: SqlFacts): void {
  facts.attributes.add(name.toLowerCase());
  if (ROW_FUNCTION.test(name)) facts.columns.add('*');
}

function textOf(node: unknown): string {
  return nameOr('', treeOf(treeOf(node)['String'])['sval']);
}

function nameOr(absent: string, name: unknown): string {
  return typeof name === 'string' ? name : absent;
}

function rowsOf(select: SyntaxTree): number | undefined {
  if (select['limitOption'] !== 'LIMIT_OPTION_COUNT') return undefined;
  const constant = treeOf(treeOf(select['limitCount'])['A_Const']);
  // Protocol buffers omit a zero.
  return 'ival' in constant ? Number(treeOf(constant['ival'])['ival'] ?? 0) : undefined;
}
