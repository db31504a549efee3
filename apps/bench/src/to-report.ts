import type { JudgedGate } from './judge-gate.ts';

/** The whole run as one JSON object. */
export interface Report {
  /** The A/A control farthest from 1 among the gates that compare times; null when none does. */
  readonly control: number | null;
  readonly gates: readonly JudgedGate[];
  readonly node: string;
  readonly seconds: number;
}

/** Collects the gates of one run. */
export function toReport(gates: readonly JudgedGate[], seconds: number): Report {
  const controls = gates.flatMap(({ control }) => (control === undefined ? [] : [control]));
  const [farthest = null] = controls.toSorted((a, b) => Math.abs(b - 1) - Math.abs(a - 1));
  return { control: farthest, gates, node: process.version, seconds };
}
