/** A table that is named, with its schema where that is written. */
export interface NamedTable {
  readonly schema: string | undefined;
  readonly name: string;
}

/** What a text of SQL says, whatever parser read it. */
export class SqlFacts {
  /** Statements at the top. */
  count = 0;
  /** The kind of every statement at any depth; also `into` and `lock` where a query does that. */
  readonly kinds: Set<string> = new Set();
  readonly tables: NamedTable[] = [];
  /** Other names of these tables. */
  readonly aliases: Set<string> = new Set();
  /** Last part of every column; `*` for all of them. */
  readonly columns: Set<string> = new Set();
  /** Without schema, in lower case. */
  readonly functions: Set<string> = new Set();
  /** What is written like a column of a row, and may be a function of it: `t.f`. */
  readonly attributes: Set<string> = new Set();
  /** True where an update or delete has no condition. */
  unfiltered = false;
  /** The most rows of the query at the top; undefined where it does not say. */
  rows: number | undefined;
}
