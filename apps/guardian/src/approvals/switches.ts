import type { DenyVerdict } from '@interpose/core';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Switch } from '@interpose/guardian-api';

import type { Storage } from '../storage/open-storage.ts';
import { repeat, type Repeating } from '../storage/repeat.ts';
import { stopOf, type Stoppable, type Stops, type SwitchRow } from './stop-of.ts';

/** The input of a person who stops something. */
export const switchInput = z.object({
  kind: z.enum(['agent', 'tool', 'session', 'tenant']),
  value: z.string().min(1).max(500),
  why: z.string().min(1).max(1000),
  until: z.number().int().optional(),
});

/** The milliseconds between looks, also while notices arrive: a dead connection may go unnoticed. */
const LOOK_MS = 500;

/** The switches in memory, so that no step asks the database; a notice reports each change at once. */
export class Switches {
  readonly #storage: Pick<Storage, 'within'>;
  readonly #rows = new Map<string, readonly SwitchRow[]>();
  readonly #looking: Repeating;
  /** The number of looks so far, and the look whose result is known. */
  #looks = 0;
  #known = 0;
  #told: (stops: Stops) => void = () => undefined;

  constructor(storage: Pick<Storage, 'within'>) {
    this.#storage = storage;
    this.#looking = repeat(LOOK_MS, () => this.load());
  }

  stopLooking(): Promise<void> {
    return this.#looking.stop();
  }

  /** Sets a function that gets all switches after each look, for workers that decide elsewhere. */
  tell(told: (stops: Stops) => void): void {
    this.#told = told;
  }

  async load(): Promise<void> {
    const look = (this.#looks += 1);
    const rows = await this.#storage.within('*', (work) =>
      work.selectFrom('switch').selectAll().execute(),
    );
    // A delayed answer is older than the known one.
    if (look < this.#known) return;
    this.#known = look;
    this.#rows.clear();
    for (const [tenant, own] of Map.groupBy(rows, (row) => row.tenant)) this.#rows.set(tenant, own);
    this.#told(this.#rows);
  }

  /** Returns the deny of a stopped step. */
  stop(tenant: string, step: Stoppable): DenyVerdict | undefined {
    return stopOf(this.#rows, tenant, step);
  }

  async list(tenant: string): Promise<readonly Switch[]> {
    const rows = await this.#storage.within(tenant, (work) =>
      work
        .selectFrom('switch')
        .selectAll()
        .where('tenant', '=', tenant)
        .orderBy('at', 'desc')
        .execute(),
    );
    return rows.filter(({ until }) => until === null || until > Date.now()).map(toSwitch);
  }

  async add(
    tenant: string,
    by: string,
    { kind, value, why, until }: z.infer<typeof switchInput>,
  ): Promise<Switch> {
    const row = {
      id: crypto.randomUUID(),
      tenant,
      kind,
      value,
      why,
      by_name: by,
      at: Date.now(),
      until: until ?? null,
    };
    await this.#storage.within(tenant, async (work) => {
      await work.insertInto('switch').values(row).execute();
      await sql`select pg_notify('interpose_switch', ${tenant})`.execute(work);
    });
    await this.load();
    return toSwitch(row);
  }

  /** Removes a switch and returns it; undefined if this tenant has no such switch. */
  async remove(tenant: string, id: string): Promise<Switch | undefined> {
    const removed = await this.#storage.within(tenant, async (work) => {
      await sql`select pg_notify('interpose_switch', ${tenant})`.execute(work);
      return work
        .deleteFrom('switch')
        .where('tenant', '=', tenant)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
    });
    await this.load();
    return removed && toSwitch(removed);
  }
}

function toSwitch({ id, kind, value, why, by_name: by, at, until }: SwitchRow): Switch {
  return {
    id,
    kind: kind as Switch['kind'],
    value,
    why,
    by,
    at,
    ...(until === null ? {} : { until }),
  };
}
