import type { ConformanceCell } from './conformance-cell.ts';
import { Footnotes } from './footnotes.ts';

type Column = Pick<ConformanceCell, 'framework' | 'version' | 'mode'>;

const preface = `# Conformance

Every adapter runs the same tests. Each behaviour is one test, on the lowest and the highest supported version of an SDK,
plain and streamed, on every kind of target that can be hooked. \`pnpm conformance:table\` writes this file from the results
of the tests, and \`pnpm verify\` fails if it is out of date.

✓ passes on every target · – cannot be tested, for the reason in the note · ✓ with a note: it cannot be tested on one target ·
**✗** fails · empty: the behaviour has no such mode, or does not apply to a transport. *Rows* are the rows of
[features.json](../features.json) that the test proves. The fake host is the reference: an agent framework in memory that has
everything in the contract.
`;

/** Renders the table of adapters as Markdown: a row per behaviour, a column per adapter, version and mode. */
export function renderConformance(cells: readonly ConformanceCell[]): string {
  const columns = columnsOf(cells);
  const notes = new Footnotes();
  const groups = Map.groupBy(cells, keyOf);
  const lines: string[] = [];
  for (const [theme, behaviours] of themesOf(cells)) {
    lines.push(`| | **${theme}** |`);
    for (const { behaviour, title, rows } of behaviours) {
      const marks = columns.map((column) =>
        markOf(groups.get(keyOf({ ...column, behaviour })) ?? [], notes),
      );
      lines.push(rowOf([behaviour, title, rows.join(', '), ...marks]));
    }
  }
  const titles = columns.map(({ framework, version, mode }) =>
    [framework, version, mode].join('<br>'),
  );
  const head = [rowOf(['', 'Behaviour', 'Rows', ...titles]), alignments(columns.length)];
  const table = [...head, ...lines].join('\n');
  return `${preface}\n${renderCounts(cells)}\n\n${table}\n\n## Notes\n\n${notes.render()}\n`;
}

/** Returns the columns: adapters by name with the fake host last, versions ascending. */
function columnsOf(cells: readonly ConformanceCell[]): Column[] {
  const columns = new Map(
    cells.map(({ framework, version, mode }) => [
      `${framework} ${version} ${mode}`,
      { framework, version, mode },
    ]),
  );
  return [...columns.values()].toSorted(
    (left, right) =>
      compareFrameworks(left.framework, right.framework) ||
      left.version.localeCompare(right.version, 'en', { numeric: true }) ||
      left.mode.localeCompare(right.mode),
  );
}

function compareFrameworks(left: string, right: string): number {
  return rankOf(left) - rankOf(right) || left.localeCompare(right);
}

function rankOf(framework: string): number {
  return framework === 'fake-host' ? 1 : 0;
}

/** Returns one cell of every behaviour, by theme; themes are in the order of their lowest number. */
function themesOf(cells: readonly ConformanceCell[]): ReadonlyMap<string, ConformanceCell[]> {
  const behaviours = new Map(cells.map((cell) => [cell.behaviour, cell]));
  const sorted = [...behaviours.values()].toSorted((left, right) =>
    left.behaviour.localeCompare(right.behaviour),
  );
  return Map.groupBy(sorted, ({ theme }) => theme);
}

function keyOf({
  framework,
  version,
  mode,
  behaviour,
}: Column & { readonly behaviour: string }): string {
  return JSON.stringify([framework, version, mode, behaviour]);
}

/** Returns one mark for all targets of an adapter; a note says which cannot show the behaviour, and why. */
function markOf(targets: readonly ConformanceCell[], notes: Footnotes): string {
  if (targets.length === 0) return '';
  if (targets.some(({ outcome }) => outcome === 'failed')) return '**✗**';
  const hidden = targets.filter(({ outcome }) => outcome === 'not-shown');
  const mark = hidden.length === targets.length ? '–' : '✓';
  const reasons = new Set(
    hidden.map(({ framework, harness, reason = '' }) =>
      isSaidByAll(targets, reason)
        ? `${framework}: ${reason}`
        : `${framework}, ${harness}: ${reason}`,
    ),
  );
  return mark + [...reasons].map((reason) => notes.mark(reason)).join('');
}

function isSaidByAll(targets: readonly ConformanceCell[], reason: string): boolean {
  return targets.every((target) => target.reason === reason);
}

/** Renders how many behaviours each target passes, and how many it cannot show. */
function renderCounts(cells: readonly ConformanceCell[]): string {
  const targets = columnsOf(cells)
    .filter(({ mode }) => mode === 'plain')
    .flatMap(({ framework, version }) => {
      const own = cells.filter((cell) => cell.framework === framework && cell.version === version);
      const harnesses = Map.groupBy(own, ({ harness }) => harness);
      return [...harnesses].map(([harness, found]) => {
        const counts = (['plain', 'streamed'] as const).flatMap((mode) => [
          countOf(found, mode, 'passed'),
          countOf(found, mode, 'not-shown'),
        ]);
        return rowOf([framework, version, harness, ...counts]);
      });
    });
  const titles = ['Adapter', 'Version', 'Target', 'Plain ✓', '–', 'Streamed ✓', '–'];
  return [rowOf(titles), '| --- | --- | --- | --: | --: | --: | --: |', ...targets].join('\n');
}

function countOf(
  cells: readonly ConformanceCell[],
  mode: ConformanceCell['mode'],
  outcome: ConformanceCell['outcome'],
): string {
  return String(cells.filter((cell) => cell.mode === mode && cell.outcome === outcome).length);
}

function alignments(marks: number): string {
  return `| --- | --- | --- |${' :-: |'.repeat(marks)}`;
}

function rowOf(fields: readonly string[]): string {
  return `| ${fields.map((field) => field.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}
