import type { NameMatch } from '@interpose/core';

import type { SqlDialect } from './readers/sql-dialect.ts';

/**
 * The code of a denial.
 *
 * @example
 * const code: SqlCode = 'sql_statement';
 */
export type SqlCode =
  | 'sql_unreadable'
  | 'too_complex'
  | 'sql_multiple'
  | 'sql_statement'
  | 'sql_table'
  | 'sql_column'
  | 'sql_function'
  | 'sql_unfiltered'
  | 'sql_limit';

/**
 * The names that are allowed and those that are denied.
 *
 * @example
 * const tables: NameLists = { allow: ['orders', 'reporting.*'], deny: ['users'] };
 */
export interface NameLists {
  /** The only allowed names. */
  readonly allow?: readonly string[];
  /** Names that are denied, even when `allow` holds them. */
  readonly deny?: readonly string[];
}

/**
 * The SQL that may run, and the tools whose calls hold it.
 *
 * @example
 * const options: SqlOptions = { tools: 'query', dialect: 'postgresql', tables: { allow: ['orders'] }, maxRows: 100 };
 * guardSql(options);
 */
export interface SqlOptions {
  /** The tools that run SQL. */
  readonly tools: NameMatch;
  readonly dialect: SqlDialect;
  /** The argument that holds the SQL. Default: `query`. */
  readonly argument?: string;
  /** The only kinds of statements, at any depth: `select` (default), `insert`, `update`, `delete`, `merge`, … */
  readonly statements?: readonly string[];
  /** Tables: `name`, `schema.name` or `schema.*`. */
  readonly tables?: NameLists;
  /** Columns: `name` or `table.name`. With either list, `*` is denied. */
  readonly columns?: NameLists;
  /** Functions without their schema, perhaps with `*` at the end. `allow` replaces the built-in deny list. */
  readonly functions?: NameLists;
  /** `allow` lets `update` and `delete` run without a condition. */
  readonly unfiltered?: 'deny' | 'allow';
  /** A query must have a limit of at most this many rows. */
  readonly maxRows?: number;
}
