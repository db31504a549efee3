import { InterposeError } from '@interpose/core';

import type { Detector, Span } from '../shared/redaction/redactor/detector.ts';

const WORD = /[\p{L}\p{N}]/u;

/**
 * A detector for lists of the app, for example names of its customers: whole words, in any case.
 *
 * @throws InterposeError `invalid_option` for an empty entry.
 * @example
 * ownLists({ CUSTOMER: ['Ann Example'] }).find('for ann example'); // [{ start: 4, end: 15, type: 'CUSTOMER' }]
 */
export function ownLists(lists: Readonly<Record<string, readonly string[]>>): Detector {
  const entries = new Map<string, string>();
  const begun = new Set<string>();
  let longest = 0;
  for (const [type, list] of Object.entries(lists))
    for (const entry of entriesOf(type, list)) {
      const folded = fold(entry.trim());
      if (folded === '')
        throw new InterposeError(
          'invalid_option',
          `an entry of the list ${type} is empty`,
          'leave it out',
        );
      entries.set(folded, type);
      longest = Math.max(longest, folded.length);
      for (let length = 1; length <= folded.length; length++) begun.add(folded.slice(0, length));
    }
  return {
    types: Object.keys(lists),
    find: (text) => findEntries(text, fold(text), entries, begun),
    pendingFrom: (text) =>
      pendingEntry(fold(text.slice(-longest)), begun) + Math.max(0, text.length - longest),
  };
}

/** Checks a list: a text in its place would be read letter by letter. */
function entriesOf(type: string, list: readonly string[]): readonly string[] {
  if (Array.isArray(list) && list.every((entry) => typeof entry === 'string')) return list;
  throw new InterposeError(
    'invalid_option',
    `the list ${type} is no list of texts`,
    `write lists: { ${type}: ['Ann Example'] }`,
  );
}

/** Lower-cases a text, if that keeps every offset. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function findEntries(
  text: string,
  folded: string,
  entries: ReadonlyMap<string, string>,
  begun: ReadonlySet<string>,
): readonly Span[] {
  const found: Span[] = [];
  for (let start = 0; start < text.length; start++) {
    if (!isEdge(folded, start)) continue;
    const span = longestFrom(folded, start, entries, begun);
    if (span === undefined) continue;
    found.push(span);
    start = span.end - 1;
  }
  return found;
}

function longestFrom(
  text: string,
  start: number,
  entries: ReadonlyMap<string, string>,
  begun: ReadonlySet<string>,
): Span | undefined {
  let longest: Span | undefined;
  for (let end = start + 1; end <= text.length; end++) {
    const piece = text.slice(start, end);
    if (!begun.has(piece)) break;
    const type = isEdge(text, end) ? entries.get(piece) : undefined;
    if (type !== undefined) longest = { start, end, type };
  }
  return longest;
}

function pendingEntry(tail: string, begun: ReadonlySet<string>): number {
  for (let start = 0; start < tail.length; start++)
    if (isEdge(tail, start) && begun.has(tail.slice(start))) return start;
  return tail.length;
}

/** Whether a word begins or ends here. */
function isEdge(text: string, at: number): boolean {
  return !(WORD.test(text[at - 1] ?? '') && WORD.test(text[at] ?? ''));
}
