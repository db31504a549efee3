import { diffLines } from 'diff';

/** One line of a difference, or how many lines that are the same were left out. */
export type DiffLine =
  | { readonly kind: 'added' | 'removed' | 'same'; readonly text: string }
  | { readonly kind: 'left out'; readonly count: number };

/** Lines that are the same, shown before and after a change. */
const AROUND = 3;

/** The lines that differ between two texts with those around them; none where nothing does. */
export function shortDiff(before: string, after: string): readonly DiffLine[] {
  const parts = diffLines(`${before}\n`, `${after}\n`);
  if (parts.every(({ added, removed }) => !added && !removed)) return [];
  return parts.flatMap(({ value, added, removed }, at): readonly DiffLine[] => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    const lines = value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ kind, text }) as const);
    if (kind !== 'same') return lines;
    const [start, end] = [at === 0 ? 0 : AROUND, at === parts.length - 1 ? 0 : AROUND];
    const count = lines.length - start - end;
    // One line that is left out takes as much room as it would itself.
    if (count <= 1) return lines;
    return [
      ...lines.slice(0, start),
      { kind: 'left out', count },
      ...lines.slice(lines.length - end),
    ];
  });
}
