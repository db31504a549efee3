import { join } from 'node:path';

import type { SigningKey } from '../audit/signing-key.ts';
import type { GuardianTraces } from '../health/guardian-traces.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { StepRow } from '../decisions/step-row.ts';
import { makeDay } from './make-day.ts';
import { batchesOf, Spool, type Segment } from './spool.ts';
import { writeBatch } from './write-batch.ts';

/** The settings of a recorder, in bytes and milliseconds. */
export interface RecorderOptions {
  readonly folder: string;
  readonly spoolBytes: number;
  readonly flushMs: number;
  readonly key: SigningKey;
  readonly report: (problem: string) => void;
  readonly traces?: GuardianTraces | undefined;
}

const MOST_IN_A_BATCH = 1000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/** Records every decision: at once in the spool, and from there in batches in the database. */
export class Recorder {
  readonly #storage: Storage;
  readonly #options: RecorderOptions;
  readonly #spool: Spool;
  readonly #days = new Set<number>();
  readonly #timer: ReturnType<typeof setInterval>;
  #storing: Promise<void> | undefined;
  #failures = 0;
  #unwritten = 0;
  #writing: Promise<void> | undefined;
  #pending = 0;
  #isClosed = false;
  #waited: (() => void) | undefined;

  constructor(storage: Storage, options: RecorderOptions) {
    this.#storage = storage;
    this.#options = options;
    this.#spool = new Spool(join(options.folder, 'spool'), options.spoolBytes);
    this.#timer = setInterval(() => this.#flush(), options.flushMs);
    this.#flush();
  }

  /** The decisions that could not be recorded since the start: their answers must not be sent. */
  get unwritten(): number {
    return this.#unwritten;
  }

  get isFull(): boolean {
    return this.#spool.isFull;
  }

  /** The bytes that wait for the database, and whether the last attempt to store them failed. */
  get backlog(): { readonly bytes: number; readonly failing: boolean } {
    return { bytes: this.#spool.bytes, failing: this.#failures > 0 };
  }

  /** Writes a decision to the spool, together with others of the same moment. */
  record(tenant: string, record: string, payload: string, row?: StepRow): void {
    try {
      this.#spool.append({ tenant, record, payload, row });
    } catch (error) {
      return this.#lose(1, error);
    }
    this.#pending += 1;
    this.#writing ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#write();
        if (this.#spool.growing >= MOST_IN_A_BATCH) this.#flush();
        resolve();
      });
    });
  }

  /** Resolves once all decisions so far are in the spool: no answer may be sent earlier. Failures are counted. */
  written(): Promise<void> | undefined {
    return this.#writing;
  }

  #write(): void {
    const count = this.#pending;
    this.#pending = 0;
    this.#writing = undefined;
    try {
      this.#spool.write();
    } catch (error) {
      this.#lose(count, error);
    }
  }

  #lose(count: number, error: unknown): void {
    if (this.#unwritten === 0) this.#options.report((error as Error).message);
    this.#unwritten += count;
  }

  /** Resolves once all decisions so far are in the database. */
  async stored(): Promise<void> {
    this.#rotate();
    while (this.#spool.waiting > 0) {
      // The last storing may have ended just before this segment came, so it is started again.
      this.#flush();
      await (this.#storing ?? shortly());
    }
  }

  /** Stores what it can within this time; the rest waits in the spool for the next start. */
  async close(timeMs: number): Promise<void> {
    clearInterval(this.#timer);
    this.#rotate();
    this.#flush();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeMs);
    });
    await Promise.race([this.#storing, late]);
    clearTimeout(timer);
    this.#isClosed = true;
    this.#waited?.();
    await this.#storing;
  }

  /** Stores the next batch. Decisions made meanwhile form one batch: a slow database gets fewer, larger batches. */
  #flush(): void {
    if (this.#spool.waiting === 0 || this.#spool.growing >= MOST_IN_A_BATCH) this.#rotate();
    if (this.#spool.waiting === 0 || this.#storing !== undefined || this.#isClosed) return;
    this.#storing = this.#storeAll().finally(() => {
      this.#storing = undefined;
    });
  }

  #rotate(): void {
    this.#write();
    this.#spool.rotate();
  }

  async #storeAll(): Promise<void> {
    for (let segment = this.#spool.next(); segment !== undefined; segment = this.#spool.next()) {
      try {
        await this.#store(segment);
        this.#failures = 0;
      } catch (error) {
        if (this.#failures++ === 0)
          this.#options.report(`decisions wait for the database: ${(error as Error).message}`);
        if (!(await this.#pause())) return;
      }
    }
  }

  async #store(segment: Segment): Promise<void> {
    const batches = await batchesOf(segment);
    for (const { day } of batches) {
      if (!this.#days.has(day)) await makeDay(this.#storage, day);
      this.#days.add(day);
    }
    const write = async (): Promise<void> => {
      for (const batch of batches)
        await writeBatch(this.#storage, this.#options.key, batch, segment.id);
    };
    await (this.#options.traces?.storing(write) ?? write());
    this.#spool.drop(segment);
  }

  /** Waits longer after each failure; false if it was closed meanwhile. */
  async #pause(): Promise<boolean> {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#waited = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return !this.#isClosed;
  }
}

function shortly(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, FIRST_WAIT_MS);
  });
}
