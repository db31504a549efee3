import { statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { PolicySource } from '../policy-source.ts';

interface Watched {
  /** A folder that was put in the place of another is heard of by a new watcher alone. */
  readonly inode: bigint;
  readonly watcher: FSWatcher;
}

/** Hears of changes in the folders of policies, as far as the system tells of them. */
export class WatchedFolders {
  readonly #changed: () => void;
  readonly #watched = new Map<string, Watched>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Watches the folders of these files from now on, and no others; true where one of them was not watched before. */
  watch(path: string, { folder, files, data }: PolicySource): boolean {
    const folders = new Set([dirname(resolve(path))]);
    for (const name of Object.keys({ ...files, ...data }))
      folders.add(dirname(resolve(folder, name)));
    for (const known of this.#watched.keys()) if (!folders.has(known)) this.#leave(known);
    return [...folders].filter((each) => this.#hear(each)).length > 0;
  }

  close(): void {
    for (const folder of this.#watched.keys()) this.#leave(folder);
  }

  /** Where a folder cannot be watched, the next look finds what has changed in it. */
  #hear(folder: string): boolean {
    try {
      const inode = statSync(folder, { bigint: true }).ino;
      if (this.#watched.get(folder)?.inode === inode) return false;
      this.#leave(folder);
      const watcher = watch(folder, { persistent: false }, this.#changed);
      watcher.on('error', () => this.#leave(folder));
      this.#watched.set(folder, { inode, watcher });
      return true;
    } catch {
      this.#leave(folder);
      return false;
    }
  }

  #leave(folder: string): void {
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
  }
}
