import type { Verb } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';

import { VERB_LETTERS } from '../../src/coverage-tables/verb-letters.ts';
import { markdownTable } from '../../src/coverage-tables/markdown-table.ts';

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
  return verbs.map((verb) => VERB_LETTERS[verb]).join('');
}
