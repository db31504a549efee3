import type { NameMatch } from '@interpose/core';

import type { SqlDialect } from './readers/sql-dialect.ts';

/**
 * Why a statement was denied.
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
 * What may be named and what may not.
 *
 * @example
 * const tables: NameLists = { allow: ['orders', 'reporting.*'], deny: ['users'] };
 */
export interface NameLists {
  /** Only these. */
  readonly allow?: readonly string[];
  /** Not these; stronger than `allow`. */
  readonly deny?: readonly string[];
}

/**
 * What SQL may run, and where it is found.
 *
 * @example
 * const options: SqlOptions = { tools: 'query', dialect: 'postgresql', tables: { allow: ['orders'] }, maxRows: 100 };
 * guardSql(options);
 */
export interface SqlOptions {
  /** The tools that run SQL. */
  readonly tools: NameMatch;
  readonly dialect: SqlDialect;
  /** The argument with the SQL; `query` by default. */
  readonly argument?: string;
  /** The only kinds of statements, at any depth: `select` by default, or `insert`, `update`, `delete`, `merge`, `explain`, … */
  readonly statements?: readonly string[];
  /** `name`, `schema.name`, `schema.*`. */
  readonly tables?: NameLists;
  /** `name` or `table.name`; with either list `*` is denied. */
  readonly columns?: NameLists;
  /** Names without their schema; `*` at the end stands for the rest. `allow` replaces the built-in list of harmful ones. */
  readonly functions?: NameLists;
  /** `allow` lets `update` and `delete` run without a condition. */
  readonly unfiltered?: 'deny' | 'allow';
  /** A query must say that it gives at most so many rows. */
  readonly maxRows?: number;
}
