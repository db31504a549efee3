import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Lines are written one after the other; a full file is set aside, and the oldest one is written over. */
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

  /** Settles when the line is on disk; rejects where it cannot be written, and the next line is tried again. */
  write(line: string): Promise<void> {
    const written = this.#writing.then(() => this.#append(`${line}\n`));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #append(text: string): Promise<void> {
    const length = Buffer.byteLength(text);
    this.#bytes ??= await this.#open();
    if (this.#bytes > 0 && this.#bytes + length > this.#maxBytes) await this.#setAside();
    await appendFile(this.#path, text, { mode: 0o600 });
    this.#bytes += length;
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
