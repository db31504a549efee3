import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '@interpose/guardian-api';

import { ONLY_TENANT } from '../policies/policy-layer.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import type { Person } from './roles.ts';
import { DAY_MS } from '../storage/day-ms.ts';

/** The person that a one-time token names. */
export interface Identity {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

const LOGIN_MS = DAY_MS / 2;

/** The people who are signed in, by cookies; the database holds only their hashes. */
export class Logins {
  readonly #storage: Storage;
  readonly #once = new Map<string, number>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Makes a token that signs in one person as admin, once, within a day. */
  makeOneTimeToken(): string {
    const token = randomBytes(24).toString('base64url');
    this.#once.set(hash('sha256', token), Date.now() + DAY_MS);
    return token;
  }

  /** Uses a one-time token; undefined if it is unknown, used, or too old. */
  async enterOnce(token: string): Promise<Entered | undefined> {
    const digest = hash('sha256', token);
    const until = this.#once.get(digest);
    this.#once.delete(digest);
    if (until === undefined) return this.#enterInvited(digest);
    if (until < Date.now()) return undefined;
    return this.enter(ONLY_TENANT, { id: 'local', name: 'local admin', role: 'admin' });
  }

  /** Signs a person in. A new person is added; a known person keeps the role that admins gave. */
  async enter(tenant: string, { id, name, role }: Identity): Promise<Entered> {
    return this.#storage.within(tenant, async (work) => {
      const row = {
        id,
        tenant,
        name,
        email: null,
        subject: null,
        role,
        created_at: Date.now(),
      };
      await work
        .insertInto('person')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
        .execute();
      return openLogin(work, id);
    });
  }

  /** Signs in a person whom an admin added, with a token that works once at any guardian of this database. */
  async #enterInvited(digest: string): Promise<Entered | undefined> {
    return this.#storage.within('*', async (work) => {
      const invite = await work
        .deleteFrom('invite')
        .where('hash', '=', digest)
        .returning(['person', 'expires_at'])
        .executeTakeFirst();
      if (invite === undefined || invite.expires_at < Date.now()) return undefined;
      return openLogin(work, invite.person);
    });
  }

  /** Returns the person with this cookie. */
  async find(secret: string): Promise<Person | undefined> {
    const row = await this.#storage.within('*', (work) =>
      work
        .selectFrom('login')
        .innerJoin('person', 'person.id', 'login.person')
        .select([
          'person.id',
          'person.name',
          'person.email',
          'person.role',
          'person.tenant',
          'login.csrf',
          'person.subject',
        ])
        .where('login.hash', '=', hash('sha256', secret))
        .where('login.expires_at', '>', Date.now())
        .executeTakeFirst(),
    );
    if (row === undefined) return undefined;
    const { subject, email, role, ...rest } = row;
    return { ...rest, email: email ?? undefined, role: role as Role, ofProvider: subject !== null };
  }

  async leave(secret: string): Promise<void> {
    await this.#storage.within('*', async (work) => {
      const left = await work
        .deleteFrom('login')
        .where('hash', '=', hash('sha256', secret))
        .returning('person')
        .executeTakeFirst();
      if (left !== undefined) await tellLeft(work, left.person);
    });
  }
}

/** Tells every guardian to end the live streams of a login that is gone. */
export async function tellLeft(work: Work, person: string): Promise<void> {
  await sql`select pg_notify('interpose_login', ${person})`.execute(work);
}

/** A person who signed in, and the cookie. */
export interface Entered {
  readonly secret: string;
  readonly person: Person;
}

/** Makes a cookie for a known person, and stores the time of the sign-in. */
export async function openLogin(work: Work, id: string): Promise<Entered> {
  const secret = randomBytes(32).toString('base64url');
  const csrf = randomBytes(24).toString('base64url');
  const now = Date.now();
  const { tenant, subject, ...known } = await work
    .updateTable('person')
    .set({ last_at: now })
    .where('id', '=', id)
    .returning(['tenant', 'name', 'email', 'role', 'subject'])
    .executeTakeFirstOrThrow();
  const login = {
    hash: hash('sha256', secret),
    tenant,
    person: id,
    csrf,
    expires_at: now + LOGIN_MS,
  };
  await work.insertInto('login').values(login).execute();
  await work.deleteFrom('login').where('expires_at', '<', now).execute();
  const person = { ...known, email: known.email ?? undefined, role: known.role as Role };
  return { secret, person: { ...person, id, tenant, csrf, ofProvider: subject !== null } };
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function sameText(left: string, right: string): boolean {
  const [one, other] = [left, right].map((text) => Buffer.from(hash('sha256', text), 'hex'));
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
