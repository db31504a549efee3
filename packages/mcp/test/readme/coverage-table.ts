import type { Verb } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';

const LETTERS: Readonly<Partial<Record<Verb, string>>> = {
  deny: 'D',
  modify: 'M',
  respond: 'R',
  ask: 'A',
};

/** All rows as a Markdown table: a line per kind of message, a column per event. */
export function coverageTable(rows: readonly CapabilityRow[]): string {
  const events = [...new Set(rows.map(({ event }) => event))];
  const header = ['message', 'status', ...events.map((event) => `\`${event}\``)];
  const lines = [...Map.groupBy(rows, ({ path }) => path)].map(([path, said]) => [
    path,
    [...new Set(said.map(({ status }) => status))].join(', '),
    ...events.map((event) => cellOf(said.find((row) => row.event === event))),
  ]);
  const widths = header.map((title, column) =>
    Math.max(3, title.length, ...lines.map((cells) => cells[column]!.length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [header, widths.map((width) => '-'.repeat(width)), ...lines].map(line).join('\n');
}

function cellOf(row: CapabilityRow | undefined): string {
  if (row === undefined) return '';
  return row.verbs.length === 0 ? 'told' : row.verbs.map((verb) => LETTERS[verb] ?? '').join('');
}
