import type { Decision, LiveEvent } from '@interpose/guardian-api';
import { sql } from 'kysely';

import type { Storage, Work } from '../storage/open-storage.ts';
import { toDecision } from '../decisions/find-decisions.ts';

/** A reader of a tenant's events. */
interface Watcher {
  /** The id of the person. */
  readonly person: string;
  tell(event: LiveEvent): void;
  /** Cuts the reader off, since it may have missed events; it comes back with its place. */
  cutOff(): void;
}

/** The readers of one tenant. */
interface Watched {
  readonly watchers: Set<Watcher>;
  /** Resolves when all they were to be told so far was told. */
  told: Promise<void>;
  /** The number of reads that wait for an earlier one. */
  behind: number;
}

interface StoredNotice {
  readonly tenant: string;
  readonly batch: number;
}

const RESUMED = 1000;
/** The most reads that may wait for a slow database; then the readers are cut off, and read what they missed at once. */
const MOST_BEHIND = 1000;
/** The most stored decisions to read for a reader that comes back; it is never all of them. */
const LOOKED_AT = 5000;

/** Sends events of all guardians to everybody who watches a tenant here. */
export class LiveFeed {
  readonly #storage: Storage;
  readonly #watching = new Map<string, Watched>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async start(): Promise<void> {
    await this.#storage.listen('interpose_live', (payload) => {
      if (payload === undefined) return this.#cutOff(() => true);
      const { tenant, batch } = JSON.parse(payload) as StoredNotice;
      this.tellInTurn(tenant, (work) => eventsOf(work, tenant, batch));
    });
  }

  /** Sends events from now on, until the returned function is called. */
  watch(tenant: string, watcher: Watcher): () => void {
    const own = this.#watching.get(tenant) ?? {
      watchers: new Set(),
      told: Promise.resolve(),
      behind: 0,
    };
    own.watchers.add(watcher);
    this.#watching.set(tenant, own);
    return () => {
      own.watchers.delete(watcher);
      if (own.watchers.size === 0 && this.#watching.get(tenant) === own)
        this.#watching.delete(tenant);
    };
  }

  tell(tenant: string, event: LiveEvent): void {
    for (const watcher of this.#watching.get(tenant)?.watchers ?? []) watcher.tell(event);
  }

  /**
   * Reads events and tells them, after all earlier ones of the tenant: a reader that comes back is told only what came
   * after the last one. If they cannot be read, or too many reads wait, the tenant's readers are cut off.
   */
  tellInTurn(tenant: string, read: (work: Work) => Promise<readonly LiveEvent[]>): void {
    const watched = this.#watching.get(tenant);
    if (watched === undefined) return;
    if (watched.behind === MOST_BEHIND) return cutOffAll(watched);
    watched.behind += 1;
    watched.told = watched.told.then(async () => {
      watched.behind -= 1;
      if (watched.watchers.size === 0) return;
      try {
        const events = await this.#storage.within(tenant, read);
        for (const event of events) for (const watcher of watched.watchers) watcher.tell(event);
      } catch {
        cutOffAll(watched);
      }
    });
  }

  /** Cuts off a person whose login has ended; with another login the person can come back. */
  leave(person: string): void {
    this.#cutOff((watcher) => watcher.person === person);
  }

  /** Sends an event to the watchers of every tenant. */
  tellAll(event: LiveEvent): void {
    for (const tenant of this.#watching.keys()) this.tell(tenant, event);
  }

  /** Returns decisions after this place, oldest first: at most the newest thousand of them. */
  async since(tenant: string, seq: number): Promise<readonly Decision[]> {
    const { rows } = await this.#storage.within(tenant, (work) =>
      sql<{ readonly seq: number; readonly record: string }>`
        select seq, record from (select seq, at, record from step where tenant = ${tenant} and source <> 'changed'
          order by at desc, seq desc limit ${LOOKED_AT}) newest
        where seq > ${seq} order by at desc, seq desc limit ${RESUMED}`.execute(work),
    );
    return rows.map(toDecision).toReversed();
  }

  #cutOff(which: (watcher: Watcher) => boolean): void {
    for (const { watchers } of [...this.#watching.values()])
      for (const watcher of [...watchers].filter(which)) watcher.cutOff();
  }
}

function cutOffAll({ watchers }: Watched): void {
  for (const watcher of [...watchers]) watcher.cutOff();
}

/** Reads the decisions of a stored batch. */
async function eventsOf(work: Work, tenant: string, batch: number): Promise<readonly LiveEvent[]> {
  const rows = await work
    .selectFrom('step')
    .select(['seq', 'record'])
    .where('tenant', '=', tenant)
    .where('batch', '=', batch)
    .where('source', '<>', 'changed')
    .orderBy('place')
    .execute();
  return rows.map((row) => ({ type: 'decision', data: toDecision(row), id: row.seq }));
}
