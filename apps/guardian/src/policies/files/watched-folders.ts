import { statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { PolicySource } from '../policy-source.ts';

interface Watched {
  /** The inode: only a new watcher notices changes in a folder that replaced another. */
  readonly inode: bigint;
  readonly watcher: FSWatcher;
}

/** Watches the folders of policies for changes, as far as the system reports them. */
export class WatchedFolders {
  readonly #changed: () => void;
  readonly #watched = new Map<string, Watched>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Watches the folders of exactly these files from now on; returns whether one of them is new. */
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

  /** Watches a folder. If that is impossible, the next look finds its changes. */
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
