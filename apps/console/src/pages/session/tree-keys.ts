import type { VisibleRow } from './visible-rows.ts';

export type TreeAction =
  | { readonly kind: 'move'; readonly place: number }
  | { readonly kind: 'flip'; readonly key: string }
  | { readonly kind: 'open'; readonly row: VisibleRow };

const PAGE = 15;

/** What a key does in the tree, after the pattern of tree grids: arrows move, open and close, Enter opens. */
export function keyAction(
  key: string,
  rows: readonly VisibleRow[],
  active: number,
): TreeAction | undefined {
  const row = rows[active];
  if (row === undefined) return undefined;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + PAGE,
    PageUp: active - PAGE,
    Home: 0,
    End: rows.length - 1,
  };
  const target = moves[key];
  if (target !== undefined)
    return { kind: 'move', place: Math.max(0, Math.min(rows.length - 1, target)) };
  if (key === 'Enter' || key === ' ') return { kind: 'open', row };
  if (key === 'ArrowRight') return toTheRight(row, active);
  return key === 'ArrowLeft' ? toTheLeft(row, rows, active) : undefined;
}

function toTheRight(row: VisibleRow, active: number): TreeAction | undefined {
  if (row.node.children.length === 0) return undefined;
  return row.isOpen ? { kind: 'move', place: active + 1 } : { kind: 'flip', key: row.node.key };
}

function toTheLeft(
  row: VisibleRow,
  rows: readonly VisibleRow[],
  active: number,
): TreeAction | undefined {
  if (row.isOpen) return { kind: 'flip', key: row.node.key };
  const parent = rows.slice(0, active).findLastIndex(({ depth }) => depth < row.depth);
  return parent < 0 ? undefined : { kind: 'move', place: parent };
}
