export { guardSql } from './guard-sql.ts';
export type { NameLists, SqlCode, SqlDialect, SqlOptions } from './sql-options.ts';
