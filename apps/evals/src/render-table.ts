/**
 * Rows under a head as lines of equal columns: the first column to the left, the others to the right.
 *
 * @example
 * renderTable(['suite', 'kept'], [['shopping', 12]]);
 * // => ['suite     kept', 'shopping    12']
 */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  const lines = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)));
  return lines.map((row) =>
    row
      .map((cell, column) => pad(cell, column, widths))
      .join('  ')
      .trimEnd(),
  );
}

function pad(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
