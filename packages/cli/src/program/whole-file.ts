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

/** Writes every text to its path, or none of them. @throws InterposeError `file_unwritable` */
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

/** A file that replaces the old one only once it is fully written, so that nobody reads half of it. */
export class WholeFile {
  readonly #path: string;
  #part: string | undefined;
  #descriptor: number | undefined;

  /** @throws InterposeError `file_unwritable` */
  constructor(path: string) {
    this.#path = throughLinks(path);
    this.#try(() => {
      const there = statSync(this.#path, { throwIfNoEntry: false });
      // A device or a pipe is written directly: a file in its place would not be the device.
      if (there?.isFile() === false) return void (this.#descriptor = openSync(this.#path, 'w'));
      const part = join(dirname(this.#path), `.${basename(this.#path)}.${process.pid}.part`);
      this.#descriptor = openSync(part, 'w');
      this.#part = part;
      if (there !== undefined) fchmodSync(this.#descriptor, there.mode);
    });
  }

  add(text: string): void {
    this.#try(() => {
      // A full disk writes only part of a text and returns the length.
      for (let rest = Buffer.from(text); rest.length > 0;)
        rest = rest.subarray(writeSync(this.#descriptor!, rest));
    });
  }

  /** Moves the file to its place. */
  finish(): void {
    this.#try(() => {
      this.#close();
      if (this.#part !== undefined) renameSync(this.#part, this.#path);
      this.#part = undefined;
    });
  }

  /** Removes an unfinished file. */
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

/** Returns the target of a link, so that the link stays and its target is written. */
function throughLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
