import type { SqlDialect } from './readers/sql-dialect.ts';

/** How a database compares names of one kind with an entry of a list of allowed names. */
export interface CaseRule {
  /** The names that an entry allows. */
  readonly allowed: (entry: string) => readonly string[];
  /** The form of a name in a statement that is compared with them. */
  readonly read: (name: string) => string;
}

const same = (name: string): string => name;

const EXACT: CaseRule = { allowed: (entry) => [entry], read: same };
const IN_ANY_CASE: CaseRule = { allowed: (entry) => [lower(entry)], read: lower };
/** The parser folds names without quotes to lower case; a name in quotes is exact. */
const FOLDED_DOWN: CaseRule = { allowed: (entry) => [entry, lower(entry)], read: same };
/** An entry in lower case is a name without quotes, which Snowflake folds to upper case. */
const FOLDED_UP: CaseRule = {
  allowed: (entry) => [upper(entry), ...(entry === lower(entry) ? [] : [entry])],
  read: same,
};

/** Tables and schemas. In MySQL, BigQuery and SQL Server a setting decides, so they count as exact. */
const TABLES: Readonly<Record<SqlDialect, CaseRule>> = {
  postgresql: FOLDED_DOWN,
  redshift: FOLDED_DOWN,
  snowflake: FOLDED_UP,
  sqlite: IN_ANY_CASE,
  mysql: EXACT,
  mariadb: EXACT,
  bigquery: EXACT,
  transactsql: EXACT,
};

/** Returns how a database compares names of tables and schemas. */
export function caseOfTables(dialect: SqlDialect): CaseRule {
  return TABLES[dialect];
}

/** Returns how a database compares names of columns. */
export function caseOfColumns(dialect: SqlDialect): CaseRule {
  const isFree = dialect === 'mysql' || dialect === 'mariadb' || dialect === 'bigquery';
  return isFree ? IN_ANY_CASE : TABLES[dialect];
}

/** Databases fold only these letters for certain: for others the setting of the database counts. */
function lower(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function upper(name: string): string {
  return name.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}
