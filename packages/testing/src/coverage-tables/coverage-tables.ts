import type { Verb } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';

const LETTERS: Readonly<Record<Verb, string>> = {
  allow: '',
  deny: 'D',
  modify: 'M',
  respond: 'R',
  ask: 'A',
  retry: 'T',
};

/** Paths of which the table says the same. */
interface PathGroup {
  readonly paths: readonly string[];
  readonly rows: readonly CapabilityRow[];
}

/**
 * The capabilities of an adapter as two Markdown tables for its README: what holds in the chats that a path opens,
 * and everything else. Paths that say the same share a column or a line.
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
  return `${chatTable(chats)}\n\n${otherTable(others)}`;
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

/** One line per event, or several of which the same holds; one column per group. */
function chatTable(groups: readonly PathGroup[]): string {
  const events = [...new Set(groups.flatMap(({ rows }) => rows.map(({ event }) => event)))];
  const cellsOf = (event: string): string[] =>
    groups.map(({ rows }) => cellOf(rows.find((row) => row.event === event)));
  const alike = Map.groupBy(events, (event) => cellsOf(event).join('|'));
  const header = ['event', ...groups.map(({ paths }) => paths.map(quoted).join('<br>'))];
  const lines = [...alike.values()].map((same) => [
    same.map(quoted).join('<br>'),
    ...cellsOf(same[0]!),
  ]);
  return markdownTable(header, lines);
}

function cellOf(row: CapabilityRow | undefined): string {
  if (row === undefined) return '';
  const status = row.status === 'enforced' ? [] : [row.status];
  const note = row.note === undefined ? [] : [`(${row.note})`];
  return [...status, lettersOf(row), ...note].join(' ');
}

/** One line per group, status and note. */
function otherTable(groups: readonly PathGroup[]): string {
  const lines = groups.flatMap(({ paths, rows }) =>
    [...Map.groupBy(rows, ({ status, note }) => JSON.stringify([status, note])).values()].map(
      (same) => [
        paths.map((path) => (/^\w+$/.test(path) ? quoted(path) : path)).join(', '),
        same[0]!.status,
        same.map((row) => `${quoted(row.event)} ${lettersOf(row, '')}`.trim()).join(', '),
        same[0]!.note ?? '',
      ],
    ),
  );
  return markdownTable(['path', 'status', 'events', 'why'], lines);
}

function lettersOf({ verbs }: CapabilityRow, none = 'told'): string {
  return verbs.length === 0 ? none : verbs.map((verb) => LETTERS[verb]).join('');
}

function quoted(name: string): string {
  return `\`${name}\``;
}

/** Columns as the formatter of this project sets them. */
function markdownTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(3, title.length, ...lines.map((cells) => cells[column]!.length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [header, rule, ...lines].map(line).join('\n');
}
