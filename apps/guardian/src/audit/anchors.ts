import type { Anchor } from '@interpose/aos/audit';
import { sql } from 'kysely';

import type { Storage } from '../storage/open-storage.ts';
import { repeat, type Repeating } from '../storage/repeat.ts';
import { addAnchorLine, readAnchorFile } from './anchor-file.ts';

const EVERY_MS = 10_000;

interface Head {
  readonly tenant: string;
  readonly number: number;
  readonly hash: string;
  readonly signature: string;
  readonly key_id: string;
}

/**
 * Writes the newest head of each tenant to a file outside the database, so that nobody can replace a whole chain. The
 * file itself shows which heads were written, so nobody can suppress one through the database.
 */
export class Anchors {
  readonly #storage: Storage;
  readonly #path: string;
  readonly #report: (problem: string) => void;
  readonly #last: Map<string, Pick<Head, 'number' | 'hash'>>;
  readonly #writing: Repeating;

  constructor(storage: Storage, path: string, report: (problem: string) => void) {
    this.#storage = storage;
    this.#path = path;
    this.#report = report;
    this.#last = new Map(
      readAnchorFile(path).flatMap(({ tenant, number, hash }) =>
        tenant === undefined || number === undefined || hash === undefined
          ? []
          : [[tenant, { number, hash }] as const],
      ),
    );
    this.#writing = repeat(EVERY_MS, () => this.write());
  }

  stop(): Promise<void> {
    return this.#writing.stop();
  }

  /** Writes new heads only; reports once when a head goes back. */
  async write(): Promise<void> {
    await this.#storage.within('*', async (work) => {
      const { rows } = await sql<Head>`
        select distinct on (tenant) tenant, number, hash, signature, key_id from audit_batch
        order by tenant, number desc`.execute(work);
      const now = Date.now();
      for (const head of rows) {
        const { tenant, number, hash, signature, key_id: keyId } = head;
        const before = this.#last.get(tenant) ?? { number: 0, hash: '' };
        if (number === before.number && hash === before.hash) continue;
        this.#last.set(tenant, head);
        if (number <= before.number)
          this.#report(
            `the audit chain of ${tenant} was at batch ${before.number}, and is at ${number} of another kind now: somebody changed it`,
          );
        addAnchorLine(this.#path, { at: now, tenant, number, hash, signature, keyId });
        await work
          .updateTable('audit_batch')
          .set({ anchored_at: now })
          .where('tenant', '=', tenant)
          .where('number', '=', number)
          .execute();
      }
    });
  }
}

/** Returns the anchors of a tenant so far; none if no file is named. */
export function anchorsOf(path: string | undefined, tenant: string): readonly Anchor[] {
  return readAnchorFile(path).flatMap(({ number, hash, ...line }) =>
    line.tenant === tenant && number !== undefined && hash !== undefined ? [{ number, hash }] : [],
  );
}
