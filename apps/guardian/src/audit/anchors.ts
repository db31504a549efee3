import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';

import type { Anchor } from '@interpose/aos/audit';

import { sql } from 'kysely';

import type { Storage } from '../storage/open-storage.ts';
import { repeat, type Repeating } from '../storage/repeat.ts';

const EVERY_MS = 10_000;

interface Head {
  readonly tenant: string;
  readonly number: number;
  readonly hash: string;
  readonly signature: string;
  readonly key_id: string;
}

/** Writes the newest head of each tenant into a file outside the database, so that no whole chain can be made anew. */
export class Anchors {
  readonly #storage: Storage;
  readonly #path: string;
  readonly #writing: Repeating;

  constructor(storage: Storage, path: string) {
    this.#storage = storage;
    this.#path = path;
    this.#writing = repeat(EVERY_MS, () => this.write());
  }

  stop(): Promise<void> {
    return this.#writing.stop();
  }

  /** Heads that were written before are not written again. */
  async write(): Promise<void> {
    await this.#storage.within('*', async (work) => {
      const { rows } = await sql<Head>`
        select distinct on (tenant) tenant, number, hash, signature, key_id, anchored_at from audit_batch
        order by tenant, number desc`.execute(work);
      const now = Date.now();
      for (const head of rows) {
        const fresh = await work
          .updateTable('audit_batch')
          .set({ anchored_at: now })
          .where('tenant', '=', head.tenant)
          .where('number', '=', head.number)
          .where('anchored_at', 'is', null)
          .returning('number')
          .executeTakeFirst();
        if (fresh === undefined) continue;
        const { tenant, number, hash, signature, key_id: keyId } = head;
        await appendFile(
          this.#path,
          `${JSON.stringify({ at: now, tenant, number, hash, signature, keyId })}\n`,
        );
      }
    });
  }
}

/** The anchors of a tenant that were written so far; none where no file is named. */
export async function anchorsOf(
  path: string | undefined,
  tenant: string,
): Promise<readonly Anchor[]> {
  if (path === undefined || !existsSync(path)) return [];
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  const anchors = lines.map((line) => JSON.parse(line) as Anchor & { readonly tenant: string });
  return anchors.filter((anchor) => anchor.tenant === tenant);
}
