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

/** All rows as one Markdown table: a line for each path and each thing that is said of it. */
export function coverageTable(rows: readonly CapabilityRow[]): string {
  const groups = Map.groupBy(rows, ({ path, status, note }) =>
    JSON.stringify([path, status, note]),
  );
  const lines = [...groups.values()].map((same) => [
    same[0]!.path,
    same[0]!.status,
    same.map(({ event, verbs }) => `\`${event}\` ${lettersOf(verbs)}`.trim()).join(', '),
    same[0]!.note ?? '',
  ]);
  return markdownTable(['path', 'status', 'events', 'why'], lines);
}

function lettersOf(verbs: readonly Verb[]): string {
  return verbs.map((verb) => LETTERS[verb]).join('');
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
