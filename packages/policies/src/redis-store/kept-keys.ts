import { InterposeError } from '@interpose/core';

import type { RedisClient } from './redis-client.ts';

/**
 * Makes sure that the server keeps its keys when its memory is full. One that evicts keys drops counters and switches
 * one by one, while the mark beside them stays, so that nobody could notice.
 */
export class KeptKeys {
  readonly #client: RedisClient;
  readonly #mayEvict: boolean;
  /** On the monotonic clock. */
  #dueAt = -Infinity;

  constructor(client: RedisClient, mayEvict: boolean) {
    this.#client = client;
    this.#mayEvict = mayEvict;
  }

  /** Whether the server has to be asked: before the first use, and again now and then, as its settings may change. */
  get isDue(): boolean {
    return !this.#mayEvict && performance.now() >= this.#dueAt;
  }

  /**
   * Asks the server. Those who ask at the same time do not share an answer, since one that never comes would block all.
   *
   * @throws InterposeError `store_evicts`.
   */
  async check(): Promise<void> {
    const told = await this.#info();
    const policy = /^maxmemory_policy:(\S+)/m.exec(told)?.[1] ?? KEEPS;
    const isLimited = !/^maxmemory:0\s*$/m.test(told);
    if (isLimited && policy !== KEEPS)
      throw evicts(`drops keys when its memory is full (maxmemory-policy ${policy})`);
    this.#dueAt = performance.now() + CHECK_EVERY_MS;
  }

  async #info(): Promise<string> {
    try {
      return String(await this.#client.sendCommand(['INFO', 'memory']));
    } catch (error) {
      if (!String(error).includes('NOPERM')) throw error;
      throw evicts('does not let this user read whether it drops keys when its memory is full');
    }
  }
}

const KEEPS = 'noeviction';
const CHECK_EVERY_MS = 60_000;

function evicts(what: string): InterposeError {
  return new InterposeError(
    'store_evicts',
    `the Redis server ${what}, and a dropped counter starts again from zero`,
    'set maxmemory-policy to noeviction and allow INFO, or pass mayEvict: true for a store that only caches',
  );
}
