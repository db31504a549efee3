import { mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { unwritable } from '../program/unwritable.ts';

/** A file that takes one line after the other; a full file is set aside, and the oldest is overwritten. */
export class RotatingFile {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #maxFiles: number;
  #bytes: number | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, maxBytes: number, maxFiles: number) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#maxFiles = maxFiles;
  }

  /**
   * Resolves when the line is on disk. If writing fails, nothing of the line remains, and the next line is tried.
   *
   * @throws InterposeError `file_unwritable`
   */
  write(line: string): Promise<void> {
    const written = this.#writing.then(() => this.#append(Buffer.from(`${line}\n`)));
    this.#writing = written.catch(() => undefined);
    return written.catch((error: unknown) => {
      throw unwritable(this.#path, error);
    });
  }

  async #append(line: Buffer): Promise<void> {
    this.#bytes ??= await this.#open();
    if (this.#bytes > 0 && this.#bytes + line.length > this.#maxBytes) await this.#setAside();
    const file = await open(this.#path, 'a', 0o600);
    let rest = line;
    try {
      while (rest.length > 0) rest = rest.subarray((await file.write(rest)).bytesWritten);
    } catch (error) {
      // A full disk wrote part of the line, which would make the next line unreadable.
      const piece = line.length - rest.length;
      if (piece > 0) await file.truncate((await file.stat()).size - piece);
      throw error;
    } finally {
      await file.close();
    }
    this.#bytes += line.length;
  }

  async #open(): Promise<number> {
    await mkdir(dirname(this.#path), { recursive: true });
    try {
      return (await stat(this.#path)).size;
    } catch {
      return 0;
    }
  }

  async #setAside(): Promise<void> {
    for (let number = this.#maxFiles; number >= 1; number--) {
      const from = number === 1 ? this.#path : `${this.#path}.${number - 1}`;
      await rename(from, `${this.#path}.${number}`).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
    this.#bytes = 0;
  }
}
