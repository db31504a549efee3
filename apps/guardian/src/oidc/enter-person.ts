import { hash } from 'node:crypto';

import type { GuardianParts } from '../http/guardian-parts.ts';
import { openLogin, tellLeft, type Entered } from '../people/logins.ts';
import type { Work } from '../storage/open-storage.ts';
import type { Sent } from './read-claims.ts';

/** The difference between a sign-in and the stored person. */
type News = 'added' | 'role' | undefined;

/**
 * Signs in a person from the provider: a new person is added, and the role is the provider's current one. Both are
 * chained like changes of admins.
 */
export async function enterPerson(
  { storage, keys, changes }: GuardianParts,
  sent: Sent,
): Promise<Entered> {
  const { tenant, name, role } = sent;
  const id = idOf(sent);
  if (keys.of(tenant) === undefined) await keys.make(tenant, tenant);
  await endLogins(storage, sent.subject, id);
  const news = await storage.within(tenant, (work) => newsOf(work, id, role));
  const enter = (): Promise<Entered> =>
    storage.within(tenant, async (work) => {
      await keep(work, id, sent);
      return openLogin(work, id);
    });
  if (news === undefined) return enter();
  return changes.during({ tenant, name: 'identity provider' }, enter, () => ({
    what: `person.${news}`,
    reason: `${name} as ${role}`,
    data: { id, name, role },
  }));
}

/** Ends the other logins of a subject, except those of this person: a role or a tenant may have been lost. */
export async function endLogins(
  storage: GuardianParts['storage'],
  subject: string,
  but?: string,
): Promise<void> {
  await storage.within('*', async (work) => {
    const ended = await work
      .deleteFrom('login')
      .where('person', 'in', (e) =>
        e
          .selectFrom('person')
          .select('id')
          .where('subject', '=', subject)
          .where('id', '<>', but ?? ''),
      )
      .returning('person')
      .execute();
    for (const person of new Set(ended.map((login) => login.person))) await tellLeft(work, person);
  });
}

/** Returns the id of a person; in another tenant the same person is another row. */
function idOf({ subject, tenant }: Sent): string {
  return `p-${hash('sha256', JSON.stringify([subject, tenant])).slice(0, 32)}`;
}

async function newsOf(work: Work, id: string, role: string): Promise<News> {
  const known = await work
    .selectFrom('person')
    .select('role')
    .where('id', '=', id)
    .executeTakeFirst();
  if (known === undefined) return 'added';
  return known.role === role ? undefined : 'role';
}

async function keep(work: Work, id: string, sent: Sent): Promise<void> {
  const { tenant, name, email, role, subject } = sent;
  const row = { id, tenant, name, email, role, subject, created_at: Date.now() };
  await work
    .insertInto('person')
    .values({ ...row, added_by: 'identity provider', last_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, email, role }))
    .execute();
}
