import { closeSync, openSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { InterposeError } from '@interpose/core';

/** Writes a text as a file. @throws InterposeError `file_unwritable` */
export function writeWhole(path: string, text: string): void {
  const file = new WholeFile(path);
  file.add(text);
  file.finish();
}

/** A file that is as it was before, or absent, until all of it is written: nobody reads half of it. */
export class WholeFile {
  readonly #path: string;
  readonly #part: string;
  readonly #descriptor: number;

  /** @throws InterposeError `file_unwritable` */
  constructor(path: string) {
    this.#path = throughLinks(path);
    this.#part = join(dirname(this.#path), `.${basename(this.#path)}.${process.pid}.part`);
    this.#descriptor = this.#try(() => openSync(this.#part, 'w'));
  }

  add(text: string): void {
    this.#try(() => {
      // A full disk takes a piece of a text and says how much.
      for (let rest = Buffer.from(text); rest.length > 0;)
        rest = rest.subarray(writeSync(this.#descriptor, rest));
    });
  }

  /** Puts the file where it belongs. */
  finish(): void {
    this.#try(() => {
      closeSync(this.#descriptor);
      renameSync(this.#part, this.#path);
    });
  }

  /** Leaves no trace of it. */
  drop(): void {
    try {
      closeSync(this.#descriptor);
    } catch {
      // It was closed already.
    }
    rmSync(this.#part, { force: true });
  }

  #try<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      if (this.#descriptor !== undefined) this.drop();
      throw new InterposeError(
        'file_unwritable',
        `${this.#path} cannot be written: ${(error as Error).message}`,
        'name a file in a folder that is there and may be written to',
      );
    }
  }
}

/** A link stays what it is; what it leads to is written. */
function throughLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
