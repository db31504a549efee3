/**
 * Returns the root README with the coverage of each adapter's newest version: passed behaviours of all behaviours,
 * plain and streamed together.
 *
 * @param table the page that `renderConformance` makes.
 */
export function withCoverage(readme: string, table: string): string {
  const coverage = coverageOf(table);
  return readme.replaceAll(
    /(@interpose\/([\w-]+)`\].*\| +)\d+ of \d+( *\|)$/gm,
    (row, start: string, adapter: string, end: string) =>
      coverage.has(adapter) ? `${start}${coverage.get(adapter)}${end}` : row,
  );
}

function coverageOf(table: string): ReadonlyMap<string, string> {
  const rows = table.matchAll(
    /^\| ([\w-]+) \| [\w.-]+ \| [^|]+ \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm,
  );
  const newest = new Map<string, string>();
  for (const [, adapter = '', ...counts] of rows) {
    const [plain = 0, plainOut = 0, streamed = 0, streamedOut = 0] = counts.map(Number);
    const passed = plain + streamed;
    newest.set(adapter, `${passed} of ${passed + plainOut + streamedOut}`);
  }
  return newest;
}
