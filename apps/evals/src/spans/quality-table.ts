import { renderTable } from '../render-table.ts';
import type { Quality, TypeQuality } from './quality.ts';

/** Qualities by type as lines of a table, and those of all of them or some pooled. */
export function qualityTable(
  types: Readonly<Record<string, TypeQuality>>,
  pools: Readonly<Record<string, Quality>>,
): readonly string[] {
  const rows = [...Object.entries(types), ...Object.entries(pools)].map(([type, quality]) => [
    type,
    quality.precision.toFixed(3),
    quality.recall.toFixed(3),
    quality.f2.toFixed(3),
    'support' in quality ? String(quality.support) : '',
  ]);
  return renderTable(['type', 'precision', 'recall', 'F2', 'support'], rows);
}
