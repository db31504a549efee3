import type { Kind, Span } from '@interpose/policies/redact-personal';

/** What the scan has to beat: every pattern over the whole text, one after the other, with the same checks. */
export function findInTurn(text: string, kinds: readonly Kind[]): readonly Span[] {
  const found: Span[] = [];
  for (const { type, pattern, check } of kinds) {
    const taken = found.length;
    let next = 0;
    const before = found.slice(0, taken).toSorted((a, b) => a.start - b.start);
    for (const hit of text.matchAll(pattern)) {
      const { index: start } = hit;
      const end = start + hit[0].length;
      while (next < before.length && before[next]!.end <= start) next += 1;
      const near = before[next];
      if (near !== undefined && near.start <= start && end <= near.end) continue;
      const checked = check(text, { start, end });
      const free = before
        .slice(next, next + 3)
        .every((span) => span.end <= (checked?.start ?? 0) || (checked?.end ?? 0) <= span.start);
      if (checked !== undefined && free)
        found.push({ start: checked.start, end: checked.end, type });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}
