/** Where a row of a recording lies. */
export interface RowPlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** A row that is no run of the expected format, and why. */
export interface BadRow extends RowPlace {
  readonly reason: string;
}

const SHOWN = 20;

/** Bad rows as lines on the terminal, the first twenty and how many more there are; `--json` has all of them. */
export function renderBadRows(rows: readonly BadRow[]): readonly string[] {
  const lines = rows
    .slice(0, SHOWN)
    .map(({ file, line, reason }) => `${file}:${line} cannot be read: ${reason}`);
  const more = rows.length - lines.length;
  return more === 0 ? lines : [...lines, `and ${more} more rows that --json lists`];
}
