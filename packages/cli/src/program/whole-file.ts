import {
  closeSync,
  fchmodSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { unwritable } from './unwritable.ts';

/** Writes these texts, each with the path of its file; or none. @throws InterposeError `file_unwritable` */
export function writeWhole(...texts: readonly (readonly [path: string, text: string])[]): void {
  const files: WholeFile[] = [];
  try {
    for (const [path, text] of texts) {
      const file = new WholeFile(path);
      files.push(file);
      file.add(text);
    }
    for (const file of files) file.finish();
  } finally {
    for (const file of files) file.drop();
  }
}

/** A file that is as it was before, or absent, until all of it is written: nobody reads half of it. */
export class WholeFile {
  readonly #path: string;
  #part: string | undefined;
  #descriptor: number | undefined;

  /** @throws InterposeError `file_unwritable` */
  constructor(path: string) {
    this.#path = throughLinks(path);
    this.#try(() => {
      const there = statSync(this.#path, { throwIfNoEntry: false });
      // A device or a pipe is written to where it is: another file in its place would be none.
      if (there?.isFile() === false) return void (this.#descriptor = openSync(this.#path, 'w'));
      const part = join(dirname(this.#path), `.${basename(this.#path)}.${process.pid}.part`);
      this.#descriptor = openSync(part, 'w');
      this.#part = part;
      if (there !== undefined) fchmodSync(this.#descriptor, there.mode);
    });
  }

  add(text: string): void {
    this.#try(() => {
      // A full disk takes a piece of a text and says how much.
      for (let rest = Buffer.from(text); rest.length > 0;)
        rest = rest.subarray(writeSync(this.#descriptor!, rest));
    });
  }

  /** Puts the file where it belongs. */
  finish(): void {
    this.#try(() => {
      this.#close();
      if (this.#part !== undefined) renameSync(this.#part, this.#path);
      this.#part = undefined;
    });
  }

  /** Leaves no trace of what is not finished. */
  drop(): void {
    this.#close();
    if (this.#part !== undefined) rmSync(this.#part, { force: true });
  }

  #close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) closeSync(descriptor);
  }

  #try(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.drop();
      throw unwritable(this.#path, error);
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
