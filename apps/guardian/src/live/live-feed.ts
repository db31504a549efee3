import type { Decision, LiveEvent } from '@interpose/guardian-api';
import { sql } from 'kysely';

import type { Storage } from '../storage/open-storage.ts';
import { toDecision } from '../decisions/find-decisions.ts';

/** A reader of a tenant's events. */
interface Watcher {
  /** The id of the person. */
  readonly person: string;
  tell(event: LiveEvent): void;
  /** Cuts the reader off, since it may have missed events; it comes back with its place. */
  cutOff(): void;
}

interface StoredNotice {
  readonly tenant: string;
  readonly batch: number;
}

const RESUMED = 1000;
/** The most stored decisions to read for a reader that comes back; it is never all of them. */
const LOOKED_AT = 5000;

/** Sends events of all guardians to everybody who watches a tenant here. */
export class LiveFeed {
  readonly #storage: Storage;
  readonly #watching = new Map<string, Set<Watcher>>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async start(): Promise<void> {
    await this.#storage.listen('interpose_live', (payload) => {
      if (payload === undefined) this.#cutOff(() => true);
      else void this.#tellBatch(JSON.parse(payload) as StoredNotice).catch(() => undefined);
    });
  }

  isWatched(tenant: string): boolean {
    return this.#watching.has(tenant);
  }

  /** Sends events from now on, until the returned function is called. */
  watch(tenant: string, watcher: Watcher): () => void {
    const own = this.#watching.get(tenant) ?? new Set();
    this.#watching.set(tenant, own.add(watcher));
    return () => {
      own.delete(watcher);
      if (own.size === 0) this.#watching.delete(tenant);
    };
  }

  tell(tenant: string, event: LiveEvent): void {
    for (const watcher of this.#watching.get(tenant) ?? []) watcher.tell(event);
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
    for (const watchers of [...this.#watching.values()])
      for (const watcher of [...watchers].filter(which)) watcher.cutOff();
  }

  async #tellBatch({ tenant, batch }: StoredNotice): Promise<void> {
    if (!this.#watching.has(tenant)) return;
    const rows = await this.#storage.within(tenant, (work) =>
      work
        .selectFrom('step')
        .select(['seq', 'record'])
        .where('tenant', '=', tenant)
        .where('batch', '=', batch)
        .where('source', '<>', 'changed')
        .orderBy('place')
        .execute(),
    );
    for (const row of rows)
      this.tell(tenant, { type: 'decision', data: toDecision(row), id: row.seq });
  }
}
