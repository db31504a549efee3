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

/** Lines that go to the database together, or not at all. */
export interface Segment {
  /** Written with the batch, so that one that was stored before is known again. */
  readonly id: string;
  readonly bytes: number;
  readonly path: string;
  /** Undefined where only the file has them. */
  readonly lines: readonly string[] | undefined;
}

interface Growing {
  readonly id: string;
  readonly path: string;
  readonly file: number;
  readonly lines: string[];
  bytes: number;
}

const KEPT_IN_MEMORY = 20;

/**
 * Where a decision waits for the database: in a file, written before the decision is answered, so that the end of
 * this process loses none of them. What waits at a start is what the last process left.
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
        return { id: name.slice(0, -6), bytes: statSync(path).size, path, lines: undefined };
      });
    this.#bytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Bytes that wait for the database. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Segments that wait, without the one that grows. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes;
  }

  get growing(): number {
    return this.#growing?.lines.length ?? 0;
  }

  /**
   * Writes one line, which holds no line break.
   *
   * Throws `InterposeError` with code `spool_full`, or what the disk says; the line then counts as not written.
   */
  append(line: string): void {
    if (this.isFull) {
      const problem = `${this.#bytes} bytes wait for the database`;
      throw new InterposeError(
        'spool_full',
        problem,
        'bring the database back, or raise INTERPOSE_SPOOL_BYTES',
      );
    }
    const growing = (this.#growing ??= this.#open());
    const text = `${line}\n`;
    const length = Buffer.byteLength(text);
    const written = writeSync(growing.file, text);
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
    growing.lines.push(line);
  }

  /** Closes what grows, so that it can be stored. */
  rotate(): void {
    const growing = this.#growing;
    if (growing === undefined) return;
    this.#growing = undefined;
    closeSync(growing.file);
    const { id, path, bytes } = growing;
    const isKept = this.#waiting.length < KEPT_IN_MEMORY;
    this.#waiting.push({ id, path, bytes, lines: isKept ? growing.lines : undefined });
  }

  /** What is to be stored next. */
  next(): Segment | undefined {
    return this.#waiting[0];
  }

  /** The segment is stored. */
  drop(segment: Segment): void {
    this.#waiting.shift();
    this.#bytes -= segment.bytes;
    rmSync(segment.path, { force: true });
  }

  #open(): Growing {
    const id = `${String(Date.now()).padStart(15, '0')}-${String(++this.#made).padStart(9, '0')}-${crypto.randomUUID().slice(0, 8)}`;
    const path = join(this.#folder, `${id}.jsonl`);
    return { id, path, file: openSync(path, 'ax', 0o600), lines: [], bytes: 0 };
  }
}

/** The lines of a segment; half a line at the end was never acknowledged. */
export function linesOf({ lines, path }: Segment): readonly string[] {
  return lines ?? readFileSync(path, 'utf8').split('\n').slice(0, -1);
}
