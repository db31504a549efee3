import { AS_WRITTEN, type NameFolding } from './fold-names.ts';

/** A table in a statement, with its schema and database where they are written. */
export interface NamedTable {
  /** In PostgreSQL there is only the one that the tool is connected to. */
  readonly database?: string | undefined;
  readonly schema: string | undefined;
  readonly name: string;
}

/** The contents of a text of SQL, in the same form for every parser. */
export class SqlFacts {
  /** How names are folded; PostgreSQL's parser folds them itself. */
  readonly names: NameFolding;
  /** The number of statements at the top level. */
  count = 0;
  /** The kinds of all statements at any depth; also `into` and `lock` where a query does that. */
  readonly kinds: Set<string> = new Set();
  readonly tables: NamedTable[] = [];
  /** The aliases of these tables. */
  readonly aliases: Set<string> = new Set();
  /** The last part of every column name; `*` for all columns. */
  readonly columns: Set<string> = new Set();
  /** The names of functions without schema, in lower case. */
  readonly functions: Set<string> = new Set();
  /** Names written like a column that may be a function of the row: `f` in `t.f`. */
  readonly attributes: Set<string> = new Set();
  /** True when an update or delete has no condition. */
  unfiltered = false;
  /** The row limit of the query at the top level; undefined without one. */
  rows: number | undefined;

  constructor(names: NameFolding = AS_WRITTEN) {
    this.names = names;
  }

  /** Adds a statement of this kind, with its WHERE condition if it has one. */
  addStatement(kind: string, condition: unknown): void {
    this.kinds.add(kind);
    this.unfiltered ||= /^(?:update|delete)$/.test(kind) && !condition;
  }
}
