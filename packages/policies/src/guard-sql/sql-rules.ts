import { harmfulFunctions, harmfulTables } from './harmful-names.ts';
import { caseOfColumns, caseOfTables } from './identifier-case.ts';
import { invalidOption } from './invalid-option.ts';
import { isName, nameMatches, readLists, type DottedName } from './name-list.ts';
import type { NamedTable, SqlFacts } from './readers/sql-facts.ts';
import type { SqlDialect } from './readers/sql-dialect.ts';
import type { SqlOptions } from './sql-options.ts';

/** The options with their defaults, in a form that can be tested. */
export interface SqlRules {
  readonly statements: ReadonlySet<string>;
  readonly tableAllowed: (table: NamedTable) => boolean;
  /** Undefined allows all columns. */
  readonly columnAllowed: ((column: string, facts: SqlFacts) => boolean) | undefined;
  readonly functionAllowed: (name: string) => boolean;
  /** Tests a name that may be a column or a function. */
  readonly attributeAllowed: (name: string) => boolean;
  readonly unfiltered: boolean;
  readonly maxRows: number | undefined;
}

/** The schema of a table that is named without one, in databases that have one default schema. */
const DEFAULT_SCHEMAS: Readonly<Partial<Record<SqlDialect, string>>> = {
  postgresql: 'public',
  redshift: 'public',
  snowflake: 'public',
  sqlite: 'main',
  transactsql: 'dbo',
};

/**
 * Reads the options.
 *
 * @throws InterposeError `invalid_option` where they say something that cannot be meant.
 */
export function sqlRules(options: SqlOptions): SqlRules {
  const { statements = ['select'], unfiltered, maxRows } = options;
  if (!statements.every((each) => typeof each === 'string'))
    throw invalidOption('statements holds no name', 'list kinds: ["select"]');
  if (maxRows !== undefined && !(Number.isInteger(maxRows) && maxRows > 0))
    throw invalidOption(`maxRows is ${String(maxRows)}`, 'pass 1, 2 or more');
  return {
    statements: new Set(statements.map((each) => each.toLowerCase())),
    tableAllowed: tableTest(options),
    columnAllowed: columnTest(options),
    ...functionTests(options),
    unfiltered: unfiltered === 'allow',
    maxRows,
  };
}

function tableTest({ tables, dialect }: SqlOptions): SqlRules['tableAllowed'] {
  const { allowed, read } = caseOfTables(dialect);
  const { allow, deny } = readLists('tables', tables, { before: allowed, name: allowed });
  const denied = [...deny, ...readLists('tables', { deny: harmfulTables }).deny];
  const standard = DEFAULT_SCHEMAS[dialect];
  const defaults = standard === undefined ? [] : allowed(standard);
  return (table) => {
    if (denied.some((each) => mayBe(each, table))) return false;
    const as = (name: string | undefined): string | undefined => name && read(name);
    const [database, schema] = [as(table.database), as(table.schema)];
    const own = { database, schema, name: read(table.name) };
    const isDefault = schema === undefined || defaults.includes(schema);
    return allow === undefined || allow.some((each) => isSurely(each, own, isDefault));
  };
}

/** Whether a rule may concern a table: a table without schema may be in any schema, a rule without one means all. */
function mayBe(rule: DottedName, { database, schema, name }: NamedTable): boolean {
  if (rule.above && database && !nameMatches(rule.above, database)) return false;
  // BigQuery reads every table whose name begins like this one: `users_*`.
  if (!nameMatches(rule.name, name) && !nameMatches(name.toLowerCase(), rule.name)) return false;
  // `schema.*` does not concern a table that is named without a schema.
  if (schema === undefined) return rule.before === undefined || rule.name !== '*';
  return rule.before === undefined || nameMatches(rule.before, schema);
}

function isSurely(
  rule: DottedName,
  { database, schema, name }: NamedTable,
  isDefault: boolean,
): boolean {
  if (!isName(rule.name, name)) return false;
  const isAll = rule.before === undefined && rule.name === '*';
  // A table without database is one of the database that the tool is connected to.
  if (database !== undefined && !isAll && !isName(rule.above ?? '', database)) return false;
  if (rule.before !== undefined) return schema !== undefined && isName(rule.before, schema);
  return isDefault || rule.name === '*';
}

function columnTest({ columns, dialect }: SqlOptions): SqlRules['columnAllowed'] {
  const ofTables = caseOfTables(dialect);
  const { allowed, read } = caseOfColumns(dialect);
  const forms = { before: ofTables.allowed, name: allowed };
  const { allow, deny } = readLists('columns', columns, forms);
  if (allow === undefined && deny.length === 0) return undefined;
  return (column, facts) => {
    const { tables } = facts;
    const isAll = column === '*' || isRow(column, facts);
    const denied = deny.some(
      ({ before, name }) =>
        (before === undefined || tables.some((table) => nameMatches(before, table.name))) &&
        (isAll || nameMatches(name, column)),
    );
    if (denied || allow === undefined) return !denied;
    return allow.some(
      ({ before, name }) =>
        (before === undefined ||
          tables.some((table) => isName(before, ofTables.read(table.name)))) &&
        (isAll ? name === '*' : isName(name, read(column))),
    );
  };
}

/** Whether a column is a whole row, as in `SELECT u FROM users u`. */
function isRow(column: string, { tables, aliases }: SqlFacts): boolean {
  const rows = [...aliases, ...tables.map(({ name }) => name)];
  return rows.some((name) => nameMatches(column.toLowerCase(), name));
}

function functionTests({
  functions,
}: SqlOptions): Pick<SqlRules, 'functionAllowed' | 'attributeAllowed'> {
  const { allow, deny } = readLists('functions', functions);
  const denied = deny.map(({ name }) => name);
  const harmful = allow === undefined ? harmfulFunctions : [];
  // Only a list of functions to deny can tell that `t.f` is no column.
  const attributeAllowed = (name: string): boolean =>
    !denied.some((pattern) => nameMatches(pattern, name));
  return {
    attributeAllowed,
    functionAllowed: (name) =>
      attributeAllowed(name) &&
      !harmful.some((pattern) => nameMatches(pattern, name)) &&
      (allow === undefined || allow.some((each) => nameMatches(each.name, name))),
  };
}
