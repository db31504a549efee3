import type { SqlDialect } from './sql-dialect.ts';

/** How a statement's names are folded, where the parser does not tell which of them are in quotes. */
export interface NameFolding {
  /** Returns the name as the database reads it. */
  readonly fold: (name: string) => string;
  /** Whether the name differs from the same name without quotes, and may stand in quotes. */
  readonly isExact: (name: string) => boolean;
  /** Whether quotes may stand around a whole path, so that a dot in them separates names. */
  readonly quotesPaths?: boolean;
}

/** Names that are read as they are written, or that the parser folds. */
export const AS_WRITTEN: NameFolding = { fold: (name) => name, isExact: () => false };

/** Returns how a dialect folds the names of this statement. A name that stands in quotes anywhere is exact. */
export function nameFolding(sql: string, dialect: SqlDialect): NameFolding {
  if (dialect === 'bigquery') return { ...AS_WRITTEN, quotesPaths: true };
  if (dialect !== 'snowflake' && dialect !== 'redshift') return AS_WRITTEN;
  const isUp = dialect === 'snowflake';
  const folded = (name: string): string => (isUp ? name.toUpperCase() : name.toLowerCase());
  const isExact = (name: string): boolean => sql.includes(`"${name}"`) && name !== folded(name);
  return { isExact, fold: (name) => (isExact(name) ? name : folded(name)) };
}
