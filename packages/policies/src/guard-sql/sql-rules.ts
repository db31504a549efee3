import { InterposeError } from '@interpose/core';

import { harmfulFunctions, harmfulTables } from './harmful-names.ts';
import { nameMatches, readLists, type DottedName } from './name-list.ts';
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
  const { statements = ['select'], unfiltered = 'deny', maxRows } = options;
  const isList = Array.isArray(statements) && statements.every((each) => typeof each === 'string');
  if (!isList) throw invalid('statements is no list of names', 'list kinds: ["select"]');
  if (unfiltered !== 'deny' && unfiltered !== 'allow')
    throw invalid(`unfiltered is ${JSON.stringify(unfiltered)}`, 'use "deny" or "allow"');
  if (maxRows !== undefined && !(Number.isInteger(maxRows) && maxRows > 0))
    throw invalid(`maxRows is ${String(maxRows)}`, 'pass a whole number above 0');
  return {
    statements: new Set(statements.map((each) => each.toLowerCase())),
    tableAllowed: tableTest(options),
    columnAllowed: columnTest(options),
    functionAllowed: functionTest(options),
    attributeAllowed: attributeTest(options),
    unfiltered: unfiltered === 'allow',
    maxRows,
  };
}

function tableTest({ tables, dialect }: SqlOptions): SqlRules['tableAllowed'] {
  const { allow, deny } = readLists('tables', tables);
  const denied = [...deny, ...readLists('tables', { deny: harmfulTables }).deny];
  return ({ schema, name }) => {
    if (denied.some((each) => mayBe(each, schema, name))) return false;
    return allow === undefined || allow.some((each) => isSurely(each, schema, name, dialect));
  };
}

/** Whether a rule may concern a table: a table without schema may be in any schema, a rule without one means all. */
function mayBe(rule: DottedName, schema: string | undefined, name: string): boolean {
  if (!nameMatches(rule.name, name)) return false;
  // `schema.*` does not concern a table that is named without a schema.
  if (schema === undefined) return rule.before === undefined || rule.name !== '*';
  return rule.before === undefined || nameMatches(rule.before, schema);
}

function isSurely(
  rule: DottedName,
  schema: string | undefined,
  name: string,
  dialect: SqlDialect,
): boolean {
  if (!nameMatches(rule.name, name)) return false;
  if (rule.before !== undefined) return schema !== undefined && nameMatches(rule.before, schema);
  const isDefault = schema === undefined || schema.toLowerCase() === DEFAULT_SCHEMAS[dialect];
  return isDefault || rule.name === '*';
}

function columnTest({ columns }: SqlOptions): SqlRules['columnAllowed'] {
  const { allow, deny } = readLists('columns', columns);
  if (allow === undefined && deny.length === 0) return undefined;
  return (column, facts) => {
    const isAll = column === '*' || isRow(column, facts);
    const denied = deny.some(
      (rule) => concerns(rule, facts) && (isAll || nameMatches(rule.name, column)),
    );
    if (denied || allow === undefined) return !denied;
    return allow.some(
      (rule) =>
        concerns(rule, facts) && (isAll ? rule.name === '*' : nameMatches(rule.name, column)),
    );
  };
}

/** Whether a rule concerns a statement: a rule with a table concerns statements that name this table. */
function concerns({ before }: DottedName, { tables }: SqlFacts): boolean {
  return before === undefined || tables.some(({ name }) => nameMatches(before, name));
}

/** Whether a column is a whole row, as in `SELECT u FROM users u`. */
function isRow(column: string, { tables, aliases }: SqlFacts): boolean {
  const lower = column.toLowerCase();
  const isAlias = [...aliases].some((alias) => alias.toLowerCase() === lower);
  return isAlias || tables.some(({ name }) => name.toLowerCase() === lower);
}

function functionTest({ functions }: SqlOptions): SqlRules['functionAllowed'] {
  const { allow, deny } = readLists('functions', functions);
  const harmful = allow === undefined ? harmfulFunctions : [];
  const denied = [...deny.map(({ name }) => name), ...harmful];
  return (name) => {
    if (denied.some((pattern) => nameMatches(pattern, name))) return false;
    return allow === undefined || allow.some((each) => nameMatches(each.name, name));
  };
}

/** Tests `t.f`, which may be a column: only a deny list can tell that it is a function. */
function attributeTest({ functions }: SqlOptions): SqlRules['attributeAllowed'] {
  const { deny } = readLists('functions', functions);
  return (name) => !deny.some((each) => nameMatches(each.name, name));
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `guardSql: ${problem}`, remedy);
}
