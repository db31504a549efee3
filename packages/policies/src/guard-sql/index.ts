export { guardSql } from './guard-sql.ts';
export type { NameLists, SqlCode, SqlOptions } from './sql-options.ts';
export type { SqlDialect } from './readers/sql-dialect.ts';
