import { sql } from 'kysely';
import type { PolicyVersion } from '@interpose/guardian-api';

import type { Storage } from '../storage/open-storage.ts';
import type { PolicySource } from './policy-source.ts';

const ROLLBACK = 'rollback by ';

/** Every version that was ever loaded here, with its texts, so that it can serve again. */
export class PolicyVersions {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async list(): Promise<readonly PolicyVersion[]> {
    const rows = await this.#storage.within('*', (work) =>
      work
        .selectFrom('policy_version')
        .selectAll()
        .orderBy('loaded_at', 'desc')
        .limit(200)
        .execute(),
    );
    return rows.map(({ digest, loaded_at: loadedAt, loaded_by: by, state, error, names }) => ({
      digest,
      loadedAt,
      by,
      state: state as PolicyVersion['state'],
      ...(error === null ? {} : { error }),
      policies: names,
    }));
  }

  /** Returns the texts of a version; undefined for one that was never loaded, or was refused. */
  async find(digest: string): Promise<PolicySource | undefined> {
    const row = await this.#storage.within('*', (work) =>
      work
        .selectFrom('policy_version')
        .select(['files'])
        .where('digest', '=', digest)
        .where('state', '<>', 'refused')
        .executeTakeFirst(),
    );
    if (row === undefined) return undefined;
    return { digest, ...row.files };
  }

  /** Returns the version that somebody rolled back to, if the files have not changed since. */
  async rolledBackFrom(digest: string): Promise<PolicySource | undefined> {
    const rows = await this.list();
    const serving = rows.find(({ state }) => state === 'serving');
    const own = rows.find((row) => row.digest === digest);
    if (serving === undefined || own === undefined || serving.digest === digest) return undefined;
    return serving.by.startsWith(ROLLBACK) && own.loadedAt < serving.loadedAt
      ? this.find(serving.digest)
      : undefined;
  }

  /** Stores that a version serves now, or was refused, and tells the other guardians. */
  async note(
    { digest, ...texts }: PolicySource,
    { names, by, error }: { names: readonly string[]; by: string; error?: string },
  ): Promise<void> {
    const state = error === undefined ? 'serving' : 'refused';
    const row = { digest, loaded_at: Date.now(), loaded_by: by, state, error: error ?? null };
    const written = { names: JSON.stringify(names), files: JSON.stringify(texts) };
    await this.#storage.within('*', async (work) => {
      if (state === 'serving')
        await work
          .updateTable('policy_version')
          .set({ state: 'previous' })
          .where('state', '=', 'serving')
          .execute();
      await work
        .insertInto('policy_version')
        .values({ ...row, ...written })
        .onConflict((conflict) => conflict.column('digest').doUpdateSet(row))
        .execute();
      await sql`select pg_notify('interpose_policies', ${JSON.stringify({ digest, by, state })})`.execute(
        work,
      );
    });
  }

  static isRollback(by: string): boolean {
    return by.startsWith(ROLLBACK);
  }

  /** Returns the text that marks a rollback by this person. */
  static rollbackBy(name: string): string {
    return `${ROLLBACK}${name}`;
  }
}
