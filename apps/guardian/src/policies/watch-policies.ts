import { WatchedFolders } from './files/watched-folders.ts';
import type { PolicyHost } from './policy-host.ts';
import { readSource } from './policy-source.ts';

/** The milliseconds between looks at files that change. */
const EVERY_MS = 200;
/** The milliseconds between looks without notices, as for a file system of another machine. */
const UNHEARD_MS = 5000;
const AGAIN_MS = 3000;

/**
 * Loads changed files once they have stayed the same for a moment, so that half-written files are not read. A failed
 * check is repeated. An unreadable file is reported once, since no later change would be loaded either.
 */
export function watchPolicies(path: string, host: PolicyHost, againMs = AGAIN_MS): () => void {
  const watch = new PolicyWatch(path, host, againMs);
  return () => watch.close();
}

class PolicyWatch {
  readonly #path: string;
  readonly #host: PolicyHost;
  readonly #againMs: number;
  readonly #folders = new WatchedFolders(() => this.#hear());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tried: string | undefined;
  #seen: string | undefined;
  #againAt = 0;
  #isLooking = false;
  #isHeard = false;
  #isClosed = false;

  constructor(path: string, host: PolicyHost, againMs: number) {
    this.#path = path;
    this.#host = host;
    this.#againMs = againMs;
    this.#tried = this.#seen = host.fileDigest;
    this.#lookIn(EVERY_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#folders.close();
  }

  #hear(): void {
    this.#isHeard = true;
    if (!this.#isLooking) this.#lookIn(EVERY_MS);
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#isLooking = true;
      this.#isHeard = false;
      void this.#look().then((nextMs) => {
        this.#isLooking = false;
        this.#lookIn(this.#isHeard ? EVERY_MS : nextMs);
      });
    }, ms);
  }

  /** Looks at the files; returns the milliseconds until the next look. */
  async #look(): Promise<number> {
    let isNew = false;
    const found = await readSource(this.#path).then(
      (source) => {
        isNew = this.#folders.watch(this.#path, source);
        return source.digest;
      },
      ({ message }: Error) => message,
    );
    const isSettled = found === this.#seen;
    this.#seen = found;
    const waitMs = this.#againAt - performance.now();
    if (!isSettled || this.#isClosed) return EVERY_MS;
    // Changes before a folder was watched were not noticed.
    if (found === this.#tried) return isNew ? EVERY_MS : UNHEARD_MS;
    if (waitMs > 0) return waitMs;
    if (await this.#host.reload()) this.#tried = found;
    else this.#againAt = performance.now() + this.#againMs;
    return EVERY_MS;
  }
}
