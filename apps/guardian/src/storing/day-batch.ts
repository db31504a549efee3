import { setImmediate } from 'node:timers/promises';

import type { StepRow } from '../decisions/step-row.ts';
import { BatchCounts } from '../sessions/batch-counts.ts';
import { DAY_MS } from '../storage/day-ms.ts';
import { readLine, type WrittenDown } from './spool-line.ts';
import { StepColumns } from './step-columns.ts';

/** Decisions of one tenant and day in order. They are stored together, since retention drops days. */
export class DayBatch {
  readonly tenant: string;
  readonly day: number;
  readonly records: string[] = [];
  readonly payloads: string[] = [];
  readonly columns = new StepColumns();
  readonly counts = new BatchCounts();
  /** True if agents reported some of them; agents send again what may not have arrived. */
  hasReported = false;
  firstAt = Infinity;
  lastAt = 0;

  constructor(tenant: string, day: number) {
    this.tenant = tenant;
    this.day = day;
  }

  add(record: string, payload: string, row: StepRow): void {
    this.counts.add(row);
    this.columns.add(row);
    this.records.push(record);
    this.payloads.push(payload);
    this.hasReported ||= row.source === 'reported';
    this.firstAt = Math.min(this.firstAt, row.at);
    this.lastAt = Math.max(this.lastAt, row.at);
  }
}

/** Decisions by tenant and day, in the order of their first decision. */
export class DayBatches {
  readonly #batches: DayBatch[] = [];

  get all(): readonly DayBatch[] {
    return this.#batches;
  }

  add({ tenant, record, payload, row }: WrittenDown): void {
    const read = row ?? (JSON.parse(record) as StepRow);
    this.#of(tenant, Math.floor(read.at / DAY_MS)).add(record, payload, read);
  }

  /** Finds or makes a batch; there are few, and most often one. */
  #of(tenant: string, day: number): DayBatch {
    for (const batch of this.#batches)
      if (batch.day === day && batch.tenant === tenant) return batch;
    const batch = new DayBatch(tenant, day);
    this.#batches.push(batch);
    return batch;
  }
}

/** The number of decisions that are read before other work has its turn. */
const READ_AT_ONCE = 50;

/** Reads lines of a spool into batches by tenant and day. Agents that ask meanwhile do not wait for all of them. */
export async function readBatches(lines: readonly string[]): Promise<readonly DayBatch[]> {
  const batches = new DayBatches();
  for (const [index, line] of lines.entries()) {
    if (index > 0 && index % READ_AT_ONCE === 0) await setImmediate();
    batches.add(readLine(line));
  }
  return batches.all;
}
