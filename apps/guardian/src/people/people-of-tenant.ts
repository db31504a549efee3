import { hash, randomBytes } from 'node:crypto';

import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { PersonRow } from '@interpose/guardian-api';

import { ApiError, notFound } from '../http/api-error.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { Tables } from '../storage/tables.ts';
import { tellLeft } from './logins.ts';
import { roles, type Person } from './roles.ts';
import { DAY_MS } from '../storage/day-ms.ts';

/** The input of an admin who changes a role. */
export const roleInput = z.object({ role: z.enum(roles) });

/** The input of an admin who adds a person. */
export const personInput = roleInput.extend({
  name: z.string().trim().min(1).max(200),
  email: z.email().max(320).optional(),
});

const INVITE_MS = DAY_MS;

/** Returns the people of a tenant, by name. */
export async function listPeople(storage: Storage, tenant: string): Promise<readonly PersonRow[]> {
  const rows = await storage.within(tenant, (work) =>
    work
      .selectFrom('person')
      .selectAll()
      .where('tenant', '=', tenant)
      .orderBy('name')
      .orderBy('id')
      .execute(),
  );
  return rows.map(toRow);
}

/** Adds a person, and makes a token that signs the person in once, within a day. */
export async function addPerson(
  storage: Storage,
  { tenant, name: by }: Person,
  { name, email, role }: z.infer<typeof personInput>,
): Promise<{ readonly person: PersonRow; readonly token: string }> {
  const token = randomBytes(24).toString('base64url');
  const now = Date.now();
  const row = {
    id: crypto.randomUUID(),
    tenant,
    name,
    email: email ?? null,
    subject: null,
    role,
    created_at: now,
    last_at: null,
    added_by: by,
  };
  const invite = {
    hash: hash('sha256', token),
    tenant,
    person: row.id,
    expires_at: now + INVITE_MS,
  };
  await storage.within(tenant, async (work) => {
    await work.insertInto('person').values(row).execute();
    await work.insertInto('invite').values(invite).execute();
    await work.deleteFrom('invite').where('expires_at', '<', now).execute();
  });
  return { person: toRow(row), token };
}

/** Changes the role of a person, from the next request on. */
export async function changeRole(
  storage: Storage,
  by: Person,
  id: string,
  { role }: z.infer<typeof roleInput>,
): Promise<PersonRow> {
  refuseOwn(by, id);
  return storage.within(by.tenant, async (work) => {
    const changed = await work
      .updateTable('person')
      .set({ role })
      .where('tenant', '=', by.tenant)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (changed === undefined) throw notFound('person');
    if (changed.subject === null) return toRow(changed);
    throw new ApiError(409, 'role_of_provider', 'the identity provider says this role', {
      remedy: 'change the groups of the person there; it holds from their next sign-in on',
    });
  });
}

/** Removes a person, with all logins and invitations. */
export async function removePerson(storage: Storage, by: Person, id: string): Promise<PersonRow> {
  refuseOwn(by, id);
  return storage.within(by.tenant, async (work) => {
    const removed = await work
      .deleteFrom('person')
      .where('tenant', '=', by.tenant)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (removed === undefined) throw notFound('person');
    await tellLeft(work, id);
    return toRow(removed);
  });
}

/** Refuses changes to one's own access, so that no tenant loses its last admin by mistake. */
function refuseOwn(by: Person, id: string): void {
  if (by.id !== id) return;
  throw new ApiError(409, 'own_access', 'nobody changes their own access', {
    remedy: 'ask another admin',
  });
}

function toRow(row: Selectable<Tables['person']>): PersonRow {
  const { id, name, email, role, subject, last_at: lastAt } = row;
  return {
    id,
    name,
    ...(email === null ? {} : { email }),
    role: role as PersonRow['role'],
    ...(lastAt === null ? {} : { lastAt }),
    ...(subject === null ? {} : { ofProvider: true }),
  };
}
