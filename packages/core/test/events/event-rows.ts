import type { EventType } from './read-event-types.ts';

const VERBS = ['modify', 'respond', 'ask', 'retry'];

const HEADER = ['event', 'fires', 'takes', 'input', 'outcomes'];

/** The events as a Markdown table, in columns as the formatter of this project sets them. */
export function eventRows(events: readonly EventType[]): string {
  const rows = [HEADER, ...events.map(cellsOf)];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [HEADER, rule, ...rows.slice(1)].map(line).join('\n');
}

function cellsOf({ name, fires, kind, slot, outcomes, verbs }: EventType): string[] {
  const taken = VERBS.filter((verb) => verbs.includes(verb)).join(', ');
  return [
    `\`${name}\``,
    fires,
    kind === 'observer' ? 'observed' : taken,
    slot === undefined ? '' : `\`${slot}\``,
    outcomes.map((key) => `\`${key}\``).join(', '),
  ];
}
