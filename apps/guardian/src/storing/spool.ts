import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

import { InterposeError } from '@interpose/core';

import { DayBatches, readBatches, type DayBatch } from './day-batch.ts';
import { spoolLine, type WrittenDown } from './spool-line.ts';

/** Decisions that go to the database together, or not at all. */
export interface Segment {
  /** Stored with the batch, so that a segment that was stored before is recognised. */
  readonly id: string;
  readonly bytes: number;
  readonly path: string;
  /** Undefined if only the file has them. */
  readonly batches: readonly DayBatch[] | undefined;
}

interface Growing {
  readonly id: string;
  readonly path: string;
  readonly file: number;
  /** The decisions in the file; undefined if only the file has them. */
  batches: DayBatches | undefined;
  written: number;
  /** The decisions that are not written yet. */
  pending: WrittenDown[];
  pendingText: string;
  bytes: number;
}

const KEPT_IN_MEMORY = 20;

/**
 * The files in which decisions wait for the database. A decision is written before it is answered, so that none is lost
 * when the process ends. At a start, the spool holds what the last process left.
 */
export class Spool {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #waiting: Segment[];
  #growing: Growing | undefined;
  #bytes: number;
  #made = 0;

  constructor(folder: string, maxBytes: number) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#waiting = readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .toSorted()
      .map((name) => {
        const path = join(folder, name);
        return { id: name.slice(0, -6), bytes: statSync(path).size, path, batches: undefined };
      });
    this.#bytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The bytes that wait for the database. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of waiting segments, without the growing one. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get isFull(): boolean {
    return this.#bytes + (this.#growing?.pendingText.length ?? 0) >= this.#maxBytes;
  }

  get growing(): number {
    const { written = 0, pending = [] } = this.#growing ?? {};
    return written + pending.length;
  }

  /**
   * Takes a decision, whose texts have no line break; `write` writes it.
   *
   * Throws `InterposeError` with code `spool_full`, or the error of the disk.
   */
  append(decision: WrittenDown): void {
    if (this.isFull) {
      const problem = `${this.#bytes} bytes wait for the database`;
      throw new InterposeError(
        'spool_full',
        problem,
        'bring the database back, or raise INTERPOSE_SPOOL_BYTES',
      );
    }
    const growing = (this.#growing ??= this.#open());
    growing.pending.push(decision);
    growing.pendingText += spoolLine(decision);
  }

  /**
   * Writes all taken decisions at once, so that a busy disk is waited for once.
   *
   * Throws `InterposeError` with code `spool_full`, or the error of the disk; the lines then count as not written.
   */
  write(): void {
    const growing = this.#growing;
    if (growing === undefined || growing.pending.length === 0) return;
    const { pending, pendingText, file } = growing;
    [growing.pending, growing.pendingText] = [[], ''];
    const length = Buffer.byteLength(pendingText);
    const written = writeSync(file, pendingText);
    growing.bytes += written;
    this.#bytes += written;
    if (written !== length) {
      this.rotate();
      throw new InterposeError(
        'spool_full',
        'the disk took half a record',
        'make room on the disk',
      );
    }
    growing.written += pending.length;
    keep(growing, pending);
  }

  /** Closes the growing segment, so that it can be stored. */
  rotate(): void {
    const growing = this.#growing;
    if (growing === undefined) return;
    this.#growing = undefined;
    closeSync(growing.file);
    const { id, path, bytes, batches } = growing;
    const isKept = this.#waiting.length < KEPT_IN_MEMORY;
    this.#waiting.push({ id, path, bytes, batches: isKept ? batches?.all : undefined });
  }

  /** Returns the segment to store next. */
  next(): Segment | undefined {
    return this.#waiting[0];
  }

  /** Drops a segment that is stored. */
  drop(segment: Segment): void {
    this.#waiting.shift();
    this.#bytes -= segment.bytes;
    rmSync(segment.path, { force: true });
  }

  #open(): Growing {
    const id = `${String(Date.now()).padStart(15, '0')}-${String(++this.#made).padStart(9, '0')}-${crypto.randomUUID().slice(0, 8)}`;
    const path = join(this.#folder, `${id}.jsonl`);
    return {
      id,
      path,
      file: openSync(path, 'ax', 0o600),
      batches: new DayBatches(),
      written: 0,
      pending: [],
      pendingText: '',
      bytes: 0,
    };
  }
}

/** Keeps decisions in memory. An unreadable one is found again in the file when it is stored, and reported there. */
function keep(growing: Growing, decisions: readonly WrittenDown[]): void {
  try {
    for (const decision of decisions) growing.batches?.add(decision);
  } catch {
    growing.batches = undefined;
  }
}

/** Returns the batches of a segment; half a line at the end was never acknowledged. */
export async function batchesOf({ batches, path }: Segment): Promise<readonly DayBatch[]> {
  return batches ?? readBatches(readFileSync(path, 'utf8').split('\n').slice(0, -1));
}
