import type fs from 'node:fs/promises';

import { InterposeError } from '@interpose/core';

import { lockFile, unlockFile } from './lock-file.ts';
import type { ReportSpoolOptions } from './report-options.ts';

type Files = typeof fs;
type File = Awaited<ReturnType<Files['open']>>;

const READ_BYTES = 262_144;
const LINE_BREAK = 10;

/** Lines that wait in a file until they are delivered; only one process has it. */
export class ReportSpool {
  readonly #options: Required<ReportSpoolOptions>;
  #opening: Promise<File> | undefined;
  /** Up to here everything was delivered. */
  #start = 0;
  #end = 0;
  /** What `next` handed over last. */
  #handed = 0;

  constructor(options: Required<ReportSpoolOptions>) {
    this.#options = options;
  }

  /** True while nothing waits, as far as is known: a file of an earlier process counts once it is open. */
  get isEmpty(): boolean {
    return this.#end <= this.#start;
  }

  /** False where the lines do not fit. */
  async append(lines: readonly string[]): Promise<boolean> {
    const file = await this.#open();
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    if (this.#end + bytes.length > this.#options.maxBytes) return false;
    await file.write(bytes, 0, bytes.length, this.#end);
    this.#end += bytes.length;
    return true;
  }

  /** The oldest lines that wait; half a line, which a process left that ended while it wrote, is none. */
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

  /** What `next` handed over is delivered. */
  async drop(): Promise<void> {
    this.#start += this.#handed;
    this.#handed = 0;
    if (!this.isEmpty) return;
    this.#start = 0;
    this.#end = 0;
    await (await this.#open()).truncate(0);
  }

  /** Lets another have the file, with what still waits in it. */
  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    this.#start = 0;
    this.#end = 0;
    await opened?.close();
    if (opened !== undefined) await unlockFile(fileSystem(), `${this.#options.path}.lock`);
  }

  /** One that fails is tried again. */
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
    // What comes next must not go on where half a line ends.
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

/** Asked for only where a spool is wanted, since not every runtime has files. */
function fileSystem(): Files {
  const { process } = globalThis as {
    readonly process?: { getBuiltinModule?(name: string): unknown };
  };
  const files = process?.getBuiltinModule?.('node:fs/promises');
  if (files !== undefined) return files as Files;
  throw new InterposeError('invalid_option', 'there are no files here', 'leave `spool` away');
}
