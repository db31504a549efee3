import { memoryStore, type MaybePromise, type StateStore } from '@interpose/core';
import { keyPart } from '@interpose/core/adapter';

import { decideInStore } from '../shared/stores/decide-in-store.ts';
import { limitWords } from '../shared/stores/limit-key.ts';
import { nanoOf } from './cost-of.ts';
import type { LimitSpendOptions } from './limit-spend-options.ts';
import { SpendLedger, type Cost, type Reserving } from './spend-ledger.ts';

/** The milliseconds of a day. A chat's sums are kept for a day of silence, those of a session for a month. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** The sums of one limit in a store, by the key of their owner. */
export class Budget {
  readonly #ledger: SpendLedger;
  readonly #store: StateStore;
  readonly #prefix: string;
  readonly #keptMs: number | undefined;

  constructor(options: LimitSpendOptions) {
    const { money, tokens, windowMs = Infinity, store = memoryStore() } = options;
    this.#ledger = new SpendLedger(
      {
        ...(tokens === undefined ? {} : { tokens }),
        ...(money === undefined ? {} : { nano: nanoOf(money) }),
      },
      windowMs,
    );
    this.#store = store;
    this.#prefix = `limit-spend:${keyPart(nameOf(options))}:`;
    const lasts = [options.per].flat().includes('chat') ? DAY_MS : 30 * DAY_MS;
    this.#keptMs = this.#ledger.keptMs ?? (options.windowMs === undefined ? lasts : undefined);
  }

  reserve(whose: string, cost: Cost): MaybePromise<Reserving> {
    return this.#decide(whose, (stored, now) => {
      const reserving = this.#ledger.reserve(stored, now, cost);
      return [reserving.entries, reserving];
    });
  }

  /** Adds to the reservation of this time, or takes from it. */
  adjust(whose: string, at: number, change: Cost): MaybePromise<void> {
    if (change.tokens === 0 && change.nano === 0) return undefined;
    return this.#decide(whose, (stored) => [this.#ledger.adjust(stored, at, change), undefined]);
  }

  #decide<D>(
    whose: string,
    decide: (stored: unknown, now: number) => readonly [entries: readonly unknown[], decision: D],
  ): MaybePromise<D> {
    return decideInStore(
      this.#store,
      this.#prefix + whose,
      (stored, now) => {
        const [entries, decision] = decide(stored, now);
        return [entries.length === 0 ? undefined : entries, decision];
      },
      this.#keptMs,
    );
  }
}

/** Returns a name made of the settings, so that equal budgets in one store are one budget across processes. */
function nameOf({ name, money, tokens, windowMs, per }: LimitSpendOptions): string {
  return name ?? [money ?? '', tokens ?? '', windowMs ?? '', limitWords(per)].join('/');
}
