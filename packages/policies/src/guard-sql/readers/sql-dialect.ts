/**
 * The database a statement is written for.
 *
 * @example
 * const dialect: SqlDialect = 'postgresql';
 */
export type SqlDialect =
  | 'postgresql'
  | 'mysql'
  | 'mariadb'
  | 'sqlite'
  | 'transactsql'
  | 'bigquery'
  | 'snowflake'
  | 'redshift';
