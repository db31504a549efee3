import type fs from 'node:fs/promises';

import { InterposeError } from '@interpose/core';

import { lockFile, unlockFile } from './lock-file.ts';
import type { ReportSpoolOptions } from './report-options.ts';

type Files = typeof fs;
type File = Awaited<ReturnType<Files['open']>>;

const READ_BYTES = 262_144;
const LINE_BREAK = 10;

/** Lines in a file that wait to be delivered; only one process uses the file. */
export class ReportSpool {
  readonly #options: Required<ReportSpoolOptions>;
  #opening: Promise<File> | undefined;
  /** The offset up to which everything was delivered. */
  #start = 0;
  #end = 0;
  /** The number of bytes that `next` returned last. */
  #handed = 0;

  constructor(options: Required<ReportSpoolOptions>) {
    this.#options = options;
  }

  /** Whether no line waits. Lines of an earlier process count only once the file is open. */
  get isEmpty(): boolean {
    return this.#end <= this.#start;
  }

  /** Appends lines; false if they do not fit. */
  async append(lines: readonly string[]): Promise<boolean> {
    const file = await this.#open();
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    if (this.#end + bytes.length > this.#options.maxBytes) return false;
    await file.write(bytes, 0, bytes.length, this.#end);
    this.#end += bytes.length;
    return true;
  }

  /** Returns the oldest waiting lines. Half a line, from a process that ended while writing, is skipped. */
  async next(): Promise<readonly string[]> {
    const file = await this.#open();
    while (!this.isEmpty) {
      const chunk = Buffer.alloc(Math.min(READ_BYTES, this.#end - this.#start));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, this.#start);
      const whole = chunk.subarray(0, bytesRead).lastIndexOf(LINE_BREAK) + 1;
      this.#handed = whole === 0 ? Math.max(bytesRead, 1) : whole;
      const lines = chunk.subarray(0, whole).toString('utf8').split('\n').filter(isJson);
      if (lines.length > 0) return lines;
      await this.drop();
    }
    return [];
  }

  /** Marks the lines that `next` returned as delivered. */
  async drop(): Promise<void> {
    this.#start += this.#handed;
    this.#handed = 0;
    if (!this.isEmpty) return;
    this.#start = 0;
    this.#end = 0;
    await (await this.#open()).truncate(0);
  }

  /** Closes the file with the lines that still wait in it, so that another process may use it. */
  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    this.#start = 0;
    this.#end = 0;
    await opened?.close();
    if (opened !== undefined) await unlockFile(fileSystem(), `${this.#options.path}.lock`);
  }

  /** Opens the file once; a failed attempt is repeated next time. */
  #open(): Promise<File> {
    this.#opening ??= this.#openFile().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #openFile(): Promise<File> {
    const files = fileSystem();
    const { path } = this.#options;
    await lockFile(files, `${path}.lock`);
    const { O_RDWR, O_CREAT } = files.constants;
    const file = await files.open(path, O_RDWR | O_CREAT, 0o600);
    this.#end = (await file.stat()).size;
    if (this.#end === 0) return file;
    // The next line must not continue half a line.
    await file.write(Buffer.from('\n'), 0, 1, this.#end);
    this.#end += 1;
    return file;
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Returns the file system, which only a spool needs, since not every runtime has files. */
function fileSystem(): Files {
  const { process } = globalThis as {
    readonly process?: { getBuiltinModule?(name: string): unknown };
  };
  const files = process?.getBuiltinModule?.('node:fs/promises');
  if (files !== undefined) return files as Files;
  throw new InterposeError('invalid_option', 'there are no files here', 'leave `spool` away');
}
