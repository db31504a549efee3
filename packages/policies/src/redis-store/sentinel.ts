import { InterposeError } from '@interpose/core';

import type { RedisClient } from './redis-client.ts';

/**
 * A mark beside the keys of a store. A server that restarts without its data, or is flushed, loses the mark too, so that
 * whoever has seen it can tell a store that was emptied from one that is new.
 */
export class Sentinel {
  /** Where the mark is kept. */
  readonly key: string;
  readonly #client: RedisClient;
  /** True where the store is known to hold data, so that a missing mark is a loss also for a new process. */
  readonly #existing: boolean;
  #seen: string | undefined;

  constructor(client: RedisClient, prefix: string, existing: boolean) {
    this.#client = client;
    this.key = `${prefix}interpose:sentinel`;
    this.#existing = existing;
  }

  /** What was seen last. */
  get seen(): string {
    return this.#seen ?? '';
  }

  /** To be awaited before the first write. */
  async note(): Promise<void> {
    if (this.#seen === undefined) await this.check(await this.#read());
  }

  /**
   * Judges the mark that was read together with a value.
   *
   * @throws InterposeError `state_lost` when the data that was there is gone.
   */
  async check(found: string | undefined): Promise<void> {
    if (found !== undefined && found === this.#seen) return;
    // Another reading may have been faster: only what is there now counts.
    const now = await this.#read();
    if (now !== undefined && now === this.#seen) return;
    if (now === undefined && this.#seen === undefined && !this.#existing) {
      await this.#client.sendCommand(['SET', this.key, newMark(FOUND), 'NX']);
      this.#seen = await this.#read();
      if (this.#seen !== undefined) return;
    } else if (now !== undefined && (this.#seen === undefined || now.startsWith(ACKNOWLEDGED))) {
      this.#seen = now;
      return;
    }
    throw lost();
  }

  /** Sets a mark that says that somebody knows of the loss, in whichever process. */
  async acknowledge(): Promise<void> {
    const mark = newMark(ACKNOWLEDGED);
    await this.#client.sendCommand(['SET', this.key, mark]);
    this.#seen = mark;
  }

  async #read(): Promise<string | undefined> {
    const reply = await this.#client.sendCommand(['GET', this.key]);
    return typeof reply === 'string' ? reply : undefined;
  }
}

const FOUND = 'found:';
const ACKNOWLEDGED = 'acknowledged:';

function newMark(kind: string): string {
  return kind + crypto.randomUUID();
}

function lost(): InterposeError {
  return new InterposeError(
    'state_lost',
    'the Redis server has lost what this store kept there',
    'set again what must hold, such as kill switches, then call acknowledgeLoss() of the store',
  );
}
