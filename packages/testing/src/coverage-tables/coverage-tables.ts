import type { CapabilityRow } from '@interpose/core/adapter';

import { markdownTable } from './markdown-table.ts';
import { VERB_LETTERS } from './verb-letters.ts';

/** Paths with equal rows in the table. */
interface PathGroup {
  readonly paths: readonly string[];
  readonly rows: readonly CapabilityRow[];
}

/**
 * Renders the capabilities of an adapter as Markdown for its README, narrow enough for a screen: a table for the paths
 * that open chats, and lists for everything else. Paths with equal rows share a column or a line.
 *
 * @example
 * const tables = coverageTables(capabilities);
 */
export function coverageTables(rows: readonly CapabilityRow[]): string {
  const paths = [...new Set(rows.map(({ path }) => path))];
  const opensChat = (path: string): boolean =>
    rows.some((row) => row.path === path && row.event === 'onChatStart');
  const rowsOf = (path: string): CapabilityRow[] => rows.filter((row) => row.path === path);
  const chats = groupPaths(paths.filter(opensChat), rowsOf);
  const others = groupPaths(
    paths.filter((path) => !opensChat(path)),
    rowsOf,
  );
  return [...(chats.length === 0 ? [] : chatTable(chats)), ...otherLists(others)].join('\n\n');
}

function groupPaths(
  paths: readonly string[],
  rowsOf: (path: string) => readonly CapabilityRow[],
): readonly PathGroup[] {
  const groups = Map.groupBy(paths, (path) =>
    JSON.stringify(rowsOf(path).map(({ path: _path, ...said }) => said)),
  );
  return [...groups.values()].map((same) => ({ paths: same, rows: rowsOf(same[0]!) }));
}

/** The most columns, one for each group of paths, that fit a page. */
const COLUMNS = 6;

/** Returns the legend of the columns, the tables with equal events on one line, and the notes of the cells. */
function chatTable(groups: readonly PathGroup[]): readonly string[] {
  const notes: string[] = [];
  const columns = groups.map(
    ({ paths }, index) => `- **${letterOf(index)}**: ${paths.map(quoted).join(', ')}`,
  );
  const tables: string[] = [];
  for (let first = 0; first < groups.length; first += COLUMNS)
    tables.push(columnsTable(groups.slice(first, first + COLUMNS), first, notes));
  const numbered = notes.map((note, index) => `${index + 1}. ${note}`).join('\n');
  return [columns.join('\n'), ...tables, ...(notes.length === 0 ? [] : [numbered])];
}

function columnsTable(groups: readonly PathGroup[], first: number, notes: string[]): string {
  const events = [...new Set(groups.flatMap(({ rows }) => rows.map(({ event }) => event)))];
  const cellsOf = (event: string): string[] =>
    groups.map(({ rows }) =>
      cellOf(
        rows.find((row) => row.event === event),
        notes,
      ),
    );
  const alike = Map.groupBy(events, (event) => cellsOf(event).join('|'));
  const lines = [...alike.values()].map((same) => [
    same.map(quoted).join('<br>'),
    ...cellsOf(same[0]!),
  ]);
  return markdownTable(['event', ...groups.map((_, index) => letterOf(first + index))], lines);
}

function letterOf(index: number): string {
  return String.fromCodePoint('A'.codePointAt(0)! + index);
}

/** Returns the verbs of one cell, with the number of its note below the table. */
function cellOf(row: CapabilityRow | undefined, notes: string[]): string {
  if (row === undefined) return '';
  const status = row.status === 'enforced' ? [] : [row.status];
  if (row.note !== undefined && !notes.includes(row.note)) notes.push(row.note);
  const note = row.note === undefined ? [] : [`(${notes.indexOf(row.note) + 1})`];
  return [...status, lettersOf(row), ...note].join(' ');
}

/** Returns a list for each status, with a line for each group and note. */
function otherLists(groups: readonly PathGroup[]): readonly string[] {
  const lines = groups.flatMap(({ paths, rows }) =>
    [...Map.groupBy(rows, ({ status, note }) => JSON.stringify([status, note])).values()].map(
      (same) => ({ status: same[0]!.status, line: lineOf(paths, same) }),
    ),
  );
  return [...Map.groupBy(lines, ({ status }) => status)].flatMap(([status, same]) => [
    `**Also ${status}**`,
    same.map(({ line }) => `- ${line}`).join('\n'),
  ]);
}

function lineOf(paths: readonly string[], rows: readonly CapabilityRow[]): string {
  const named = paths.map((path) => (/^[\w.]+$/.test(path) ? quoted(path) : path)).join(', ');
  const events = rows.map((row) => `${quoted(row.event)} ${lettersOf(row, '')}`.trim()).join(', ');
  const { note } = rows[0]!;
  return `${named} (${events})${note === undefined ? '' : `: ${note}`}`;
}

function lettersOf({ verbs }: CapabilityRow, none = 'told'): string {
  return verbs.length === 0 ? none : verbs.map((verb) => VERB_LETTERS[verb]).join('');
}

function quoted(name: string): string {
  return `\`${name}\``;
}
