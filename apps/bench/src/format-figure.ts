import type { Unit } from './gate.ts';

const SUFFIX: Readonly<Record<Unit, string>> = {
  x: '×',
  B: ' B',
  KB: ' KB',
  ms: ' ms',
  us: ' µs',
  ns: ' ns',
  count: '',
};

/** A figure with three significant digits and its unit, for example `0.123×` or `4.1 KB`. */
export function formatFigure(value: number | null, unit: Unit = 'x'): string {
  if (value === null || Number.isNaN(value)) return 'none';
  const digits = Math.abs(value) >= 1000 ? 0 : 3;
  const text = digits === 0 ? value.toFixed(0) : String(Number(value.toPrecision(digits)));
  return `${text}${SUFFIX[unit]}`;
}
