import { hash, randomBytes } from 'node:crypto';

import type { Page } from 'playwright-core';

import type { FreshDatabase } from './fresh-database.ts';

/** Signs a person in who came in another day: the database holds the hash of the cookie that the browser gets. */
export async function signInAs(
  page: Page,
  database: FreshDatabase,
  url: string,
  { role, tenant }: { readonly role: string; readonly tenant: string },
): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const id = `${role}-of-${tenant}`;
  const now = Date.now();
  await database.run(
    'insert into tenant (id, name, created_at, payload_key) values ($1, $1, $2, $3) on conflict do nothing',
    [tenant, now, randomBytes(32).toString('base64')],
  );
  await database.run(
    'insert into person (id, tenant, name, role, created_at) values ($1, $2, $1, $3, $4)',
    [id, tenant, role, now],
  );
  await database.run(
    'insert into login (hash, tenant, person, csrf, expires_at) values ($1, $2, $3, $4, $5)',
    [hash('sha256', secret), tenant, id, randomBytes(24).toString('base64url'), now + 3_600_000],
  );
  await page.context().addCookies([{ name: 'interpose', value: secret, url }]);
}
