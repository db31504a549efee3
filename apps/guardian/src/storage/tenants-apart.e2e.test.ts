import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';

import { freshDatabase } from '../../test/fresh-database.ts';
import { retentionStage, stepAt } from '../../test/retention-stage.ts';

const database = await freshDatabase();
afterAll(() => database?.drop());

/** Tables without rows of tenants: public keys, and the guardian's own policies. */
const OF_NOBODY = ['audit_key', 'kysely_migration', 'kysely_migration_lock', 'policy_version'];

test('a query that forgets its tenant sees no row of another, in whatever table', async () => {
  const { storage, keys, recorder } = await retentionStage(database?.url);
  for (const tenant of ['mine', 'other']) {
    await keys.make(tenant, tenant);
    recorder.record(tenant, stepAt(Date.now(), `one of ${tenant}`, tenant), '{"a":1}');
  }
  await recorder.stored();
  const { rows: tables } = await storage.asOwner((work) =>
    sql<{ readonly name: string }>`select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`.execute(
      work,
    ),
  );
  const names = tables.map(({ name }) => name).filter((name) => !OF_NOBODY.includes(name));
  expect(names).toContain('step');
  const seen = await storage.within('mine', async (work) => {
    const found: string[] = [];
    for (const name of names) {
      const owner = name === 'tenant' ? 'id' : 'tenant';
      const { rows } = await sql<{ readonly owner: string }>`
        select distinct ${sql.ref(owner)} as owner from ${sql.table(name)}`.execute(work);
      found.push(...rows.map((row) => `${name} of ${row.owner}`));
    }
    return found;
  });
  expect(seen).toEqual(
    [
      'agent',
      'audit_batch',
      'chat',
      'session',
      'session_kind',
      'session_mark',
      'step',
      'tenant',
    ].map((name) => `${name} of mine`),
  );
  const forget = storage.within('mine', (work) =>
    work
      .updateTable('tenant')
      .set({ settings: '{}' })
      .where('id', '=', 'other')
      .returning('id')
      .execute(),
  );
  expect(await forget).toEqual([]);
});
