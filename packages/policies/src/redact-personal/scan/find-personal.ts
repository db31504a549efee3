import { spend } from '../../shared/budget/work-budget.ts';
import type { Span } from '../../shared/redaction/redactor/detector.ts';
import type { Kind } from '../kinds/kind.ts';
import { TRIGGER_BITS, windowsOf } from './windows.ts';

const NONE: readonly Span[] = [];
/** The cost of checking a hit, in units of work. */
const PER_HIT = 30;
const PER_WINDOW = 5;
/** The cost of looking for one kind, for each character of a window. */
const PER_CHARACTER = 0.12;

/**
 * Returns the values of these kinds in a text, in order and without overlaps. In an overlap the earlier kind wins.
 *
 * @example
 * findPersonal('write to ann@mail.example', [emailAddress]); // [{ start: 9, end: 25, type: 'EMAIL_ADDRESS' }]
 */
export function findPersonal(text: string, kinds: readonly Kind[]): readonly Span[] {
  const windows = windowsOf(text);
  if (windows.length === 0) return NONE;
  const found: Span[] = [];
  for (const { start, end, triggers } of windows) {
    spend(PER_WINDOW);
    const slice = text.slice(start, end);
    let inWindow = NONE;
    for (const kind of kinds) {
      if ((triggers & TRIGGER_BITS[kind.trigger]) === 0) continue;
      const spans = findKind(text, slice, start, kind, inWindow);
      if (spans.length > 0) inWindow = withFree(inWindow, spans);
    }
    found.push(...inWindow);
  }
  return found;
}

function findKind(
  text: string,
  slice: string,
  offset: number,
  { pattern, type, check }: Kind,
  taken: readonly Span[],
): readonly Span[] {
  let found: Span[] | undefined;
  let next = 0;
  spend(slice.length * PER_CHARACTER);
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(slice); hit !== null; hit = pattern.exec(slice)) {
    spend(PER_HIT);
    const start = offset + hit.index;
    const end = start + hit[0].length;
    while (next < taken.length && taken[next]!.end <= start) next += 1;
    // A hit inside a span that already counts needs no check.
    if (next < taken.length && taken[next]!.start <= start && end <= taken[next]!.end) continue;
    const checked = check(text, { start, end });
    if (checked !== undefined)
      (found ??= []).push({ start: checked.start, end: checked.end, type });
  }
  return found ?? NONE;
}

/** Merges the kept spans with those others that overlap none of them. Both lists are in order. */
function withFree(kept: readonly Span[], others: readonly Span[]): readonly Span[] {
  if (kept.length === 0) return others;
  const merged: Span[] = [];
  let next = 0;
  for (const other of others) {
    while (next < kept.length && kept[next]!.end <= other.start) merged.push(kept[next++]!);
    if (next === kept.length || other.end <= kept[next]!.start) merged.push(other);
  }
  return [...merged, ...kept.slice(next)];
}
