import { counted } from '../terminal/counted.ts';
import type { ReplayReport } from './tally.ts';

/** The totals of a replay for people. */
export function formatTotals(report: ReplayReport, interfered?: number): string {
  const { framework, stream, runs, failed, mismatched, unreadable, seconds } = report;
  const way = stream ? 'streamed' : 'plain';
  const cases = `failed ${failed} · mismatched ${mismatched} · unreadable ${unreadable}`;
  return [
    `${counted(runs, 'run')} replayed through ${framework}, ${way}, in ${seconds.toFixed(1)} s`,
    interfered === undefined ? `  ${cases}` : `  ${cases} · policies interfered in ${interfered}`,
    `  decisions  ${formatCounts(report.decisions)}`,
    `  irregular  ${formatCounts(report.irregular)}`,
    ...report.failures.map(({ row, reason }) => `  row ${row}: ${reason}`),
  ].join('\n');
}

function formatCounts(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return parts.length === 0 ? 'nothing' : parts.join(' · ');
}
