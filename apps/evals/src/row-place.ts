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

/** A bad row as a line on the terminal. */
export function renderBadRow({ file, line, reason }: BadRow): string {
  return `${file}:${line} cannot be read: ${reason}`;
}
