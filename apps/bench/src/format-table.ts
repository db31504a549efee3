import { formatFigure } from './format-figure.ts';
import type { JudgedGate, JudgedPart } from './judge-gate.ts';

type Row = readonly string[];

const HEAD: Row = ['id', 'what', 'value', 'limit', 'verdict'];

/**
 * The verdicts as a table: one line per limit, the peers' figures under the gate they belong to;
 * below it the reasons of the gates that gave no figure.
 */
export function formatTable(gates: readonly JudgedGate[]): string {
  const rows = [HEAD, ...gates.flatMap(rowsOf)];
  const widths = HEAD.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const reasons = gates.flatMap(({ id, failure }) =>
    failure === undefined ? [] : [`${id}: ${failure}`],
  );
  return [...lines, ...reasons].join('\n');
}

function rowsOf(gate: JudgedGate): Row[] {
  const verdict = gate.pass ? 'pass' : 'FAIL';
  if (gate.failure !== undefined) return [[gate.id, gate.name, 'none', '', verdict]];
  const control = gate.control === undefined ? '' : `, control ${gate.control.toFixed(3)}`;
  return [
    [gate.id, `${gate.name}${control}`, '', '', verdict],
    ...gate.parts.map(rowOfPart),
    ...gate.peers.map(({ name, value, unit }) => ['', `  (${name})`, formatFigure(value, unit)]),
  ];
}

function rowOfPart(part: JudgedPart): Row {
  const sign = part.sense === 'at most' ? '≤' : '≥';
  const limit = `${sign} ${formatFigure(part.limit, part.unit)}`;
  return [
    '',
    `  ${part.name}`,
    formatFigure(part.value, part.unit),
    limit,
    part.pass ? 'pass' : 'FAIL',
  ];
}
