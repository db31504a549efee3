import { setImmediate } from 'node:timers/promises';

import type { StepRow } from '../decisions/step-row.ts';
import { BatchCounts } from '../sessions/batch-counts.ts';
import { StepColumns } from './step-columns.ts';

const DAY_MS = 86_400_000;

/** A decision as it is written down: its record in canonical JSON, and its payload or an empty text. */
interface WrittenStep {
  readonly record: string;
  readonly payload: string;
}

/** Decisions of one tenant and day, in their order: they are stored together, since retention drops days. */
export class DayBatch {
  readonly tenant: string;
  readonly day: number;
  readonly steps: WrittenStep[] = [];
  readonly columns = new StepColumns();
  readonly counts = new BatchCounts();
  /** Some were reported by agents, which send again what may not have arrived. */
  hasReported = false;
  firstAt = Infinity;
  lastAt = 0;

  constructor(tenant: string, day: number) {
    this.tenant = tenant;
    this.day = day;
  }

  add(step: WrittenStep, row: StepRow): void {
    this.steps.push(step);
    this.columns.add(row);
    this.counts.add(row);
    this.hasReported ||= row.source === 'reported';
    this.firstAt = Math.min(this.firstAt, row.at);
    this.lastAt = Math.max(this.lastAt, row.at);
  }
}

/** So many decisions are read before others have their turn. */
const READ_AT_ONCE = 50;

/** Lines of a spool by tenant and day. Agents that ask meanwhile do not wait until all are read. */
export async function readBatches(lines: readonly string[]): Promise<readonly DayBatch[]> {
  const batches = new Map<string, DayBatch>();
  for (const [index, line] of lines.entries()) {
    if (index > 0 && index % READ_AT_ONCE === 0) await setImmediate();
    const [tenant = '', record = '', payload = ''] = line.split('\t');
    const row = JSON.parse(record) as StepRow;
    const day = Math.floor(row.at / DAY_MS);
    const key = `${day} ${tenant}`;
    let batch = batches.get(key);
    if (batch === undefined) batches.set(key, (batch = new DayBatch(tenant, day)));
    batch.add({ record, payload }, row);
  }
  return [...batches.values()];
}
