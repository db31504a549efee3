import { InterposeError } from '@interpose/core';

/** The place of a mark: beside the keys of a store, so that whoever empties the store takes the mark along. */
export interface MarkPlace {
  read(): Promise<string | undefined>;
  /** Writes the mark if there is none. */
  add(mark: string): Promise<unknown>;
  put(mark: string): Promise<unknown>;
}

/**
 * A mark beside the keys of a store. A server that restarts without its data, or is emptied, loses the mark too. So a
 * process that has seen the mark can tell an emptied store from a new one.
 */
export class Sentinel {
  readonly #place: MarkPlace;
  /** Whether the store is known to hold data, so that a missing mark is a loss for a new process too. */
  readonly #existing: boolean;
  #seen: string | undefined;

  constructor(place: MarkPlace, existing: boolean) {
    this.#place = place;
    this.#existing = existing;
  }

  /** The last mark that was seen; an empty text before the first. */
  get seen(): string {
    return this.#seen ?? '';
  }

  /** Reads the mark once; await it before the first write. */
  async note(): Promise<void> {
    if (this.#seen === undefined) await this.check(await this.#place.read());
  }

  /**
   * Judges a mark that was read together with a value.
   *
   * @throws InterposeError `state_lost` when the data that was there is gone.
   */
  async check(found: string | undefined): Promise<void> {
    if (found !== undefined && found === this.#seen) return;
    // Another read may have been faster: only the current mark counts.
    const now = await this.#place.read();
    if (now !== undefined && now === this.#seen) return;
    if (now === undefined && this.#seen === undefined && !this.#existing) {
      await this.#place.add(newMark(FOUND));
      this.#seen = await this.#place.read();
      if (this.#seen !== undefined) return;
    } else if (now !== undefined && (this.#seen === undefined || now.startsWith(ACKNOWLEDGED))) {
      this.#seen = now;
      return;
    }
    throw lost();
  }

  /** Sets a mark that says to every process that the loss is known. */
  async acknowledge(): Promise<void> {
    const mark = newMark(ACKNOWLEDGED);
    await this.#place.put(mark);
    this.#seen = mark;
  }
}

/** The key of the mark, after the prefix that a store may have. */
export const MARK_KEY = 'interpose:sentinel';
const FOUND = 'found:';
const ACKNOWLEDGED = 'acknowledged:';

function newMark(kind: string): string {
  return kind + crypto.randomUUID();
}

function lost(): InterposeError {
  return new InterposeError(
    'state_lost',
    'the server has lost what this store kept there',
    'set again what must hold, such as kill switches, then call acknowledgeLoss() of the store',
  );
}
