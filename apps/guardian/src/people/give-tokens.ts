import { randomBytes } from 'node:crypto';

import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import type { GivenToken, TokenRow } from '@interpose/guardian-api';

import { ApiError, notFound } from '../http/api-error.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import type { Tables } from '../storage/tables.ts';
import { hashSecret } from './secret-proofs.ts';
import type { Person } from './roles.ts';
import { DAY_MS } from '../storage/day-ms.ts';

/** The input of an admin who makes a token; without an agent it fits every agent of the tenant. */
export const tokenInput = z.object({
  name: z.string().trim().min(1).max(200),
  agent: z.string().trim().max(200).default(''),
});

type Row = Selectable<Tables['agent_token']>;

/** The milliseconds that an old token is valid beside its successor. */
const ROTATION_MS = DAY_MS;

/** Returns the tokens of a tenant, newest first; a token that is being replaced is in the row of its successor. */
export async function listTokens(storage: Storage, tenant: string): Promise<readonly TokenRow[]> {
  const rows = await storage.within(tenant, (work) =>
    work
      .selectFrom('agent_token')
      .selectAll()
      .where('tenant', '=', tenant)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute(),
  );
  const replaced = new Set(rows.map((row) => row.replaces));
  const current = rows.filter((row) => !replaced.has(row.id));
  return current.map((row) =>
    toRow(
      row,
      rows.find(({ id }) => id === row.replaces),
    ),
  );
}

/** Makes a token; only its hash is stored. */
export async function makeToken(
  storage: Storage,
  { tenant, name: by }: Person,
  input: z.infer<typeof tokenInput>,
): Promise<GivenToken> {
  const { row, secret } = await newToken({ ...input, tenant, created_by: by, replaces: null });
  await storage.within(tenant, (work) => work.insertInto('agent_token').values(row).execute());
  return { token: toRow(row, undefined), secret };
}

/** Makes the successor of a token. Both are valid for a day; any older token ends. */
export async function rotateToken(
  storage: Storage,
  { tenant, name: by }: Person,
  id: string,
): Promise<GivenToken> {
  return storage.within(tenant, async (work) => {
    const mine = work.selectFrom('agent_token').selectAll().where('tenant', '=', tenant);
    const old = await mine.where('id', '=', id).forUpdate().executeTakeFirst();
    if (old === undefined) throw notFound('token');
    if ((await mine.where('replaces', '=', id).executeTakeFirst()) !== undefined)
      throw new ApiError(409, 'already_rotated', 'this token has a successor', {
        remedy: 'rotate the successor',
      });
    const { name, agent } = old;
    const { row, secret } = await newToken({ name, agent, tenant, created_by: by, replaces: id });
    const until = Date.now() + ROTATION_MS;
    await work.insertInto('agent_token').values(row).execute();
    await work
      .updateTable('agent_token')
      .set({ expires_at: until, replaces: null })
      .where('id', '=', id)
      .execute();
    if (old.replaces !== null)
      await work.deleteFrom('agent_token').where('id', '=', old.replaces).execute();
    await tellChanged(work, tenant);
    return { token: toRow(row, { ...old, expires_at: until }), secret };
  });
}

/** Revokes a token, and the one that it replaces. */
export async function removeToken(
  storage: Storage,
  tenant: string,
  id: string,
): Promise<Pick<TokenRow, 'id' | 'name' | 'agent'>> {
  return storage.within(tenant, async (work) => {
    const removed = await work
      .deleteFrom('agent_token')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .returning(['id', 'name', 'agent', 'replaces'])
      .executeTakeFirst();
    if (removed === undefined) throw notFound('token');
    if (removed.replaces !== null)
      await work.deleteFrom('agent_token').where('id', '=', removed.replaces).execute();
    await tellChanged(work, tenant);
    return removed;
  });
}

async function tellChanged(work: Work, tenant: string): Promise<void> {
  await sql`select pg_notify('interpose_token', ${tenant})`.execute(work);
}

async function newToken(
  given: Pick<Row, 'name' | 'agent' | 'tenant' | 'created_by' | 'replaces'>,
): Promise<{ readonly row: Row; readonly secret: string }> {
  const id = randomBytes(6).toString('hex');
  const secret = randomBytes(24).toString('base64url');
  const salt = randomBytes(16).toString('hex');
  const hash = (await hashSecret(secret, salt)).toString('hex');
  const row = { ...given, id, salt, hash, created_at: Date.now(), expires_at: null, last_at: null };
  return { row, secret: `ig_${id}_${secret}` };
}

function toRow(row: Row, previous: Row | undefined): TokenRow {
  const { id, name, agent, created_at: createdAt, created_by: by, last_at: lastAt } = row;
  const until = previous?.expires_at ?? 0;
  return {
    id,
    name,
    agent,
    createdAt,
    by,
    ...(lastAt === null ? {} : { lastAt }),
    ...(until > Date.now() ? { previousUntil: until } : {}),
  };
}
