import { randomBytes } from 'node:crypto';

import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Delivery, WebhookRow } from '@interpose/guardian-api';

import { notFound } from '../http/api-error.ts';
import type { Person } from '../people/roles.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import type { Tables } from '../storage/tables.ts';
import { noticeKinds } from './put-notice.ts';

/** The input of an admin who adds a webhook. */
export const webhookInput = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'is no http or https address' })
    .max(2000)
    .refine(
      (url) => URL.canParse(url) && new URL(url).username === '',
      'holds a name or a password',
    ),
  format: z.enum(['json', 'slack']).default('json'),
  kinds: z.array(z.enum(noticeKinds)).min(1).default(['asked', 'escalated']),
});

type Row = Selectable<Tables['webhook']>;

/** Returns the webhooks of a tenant, oldest first. */
export async function listWebhooks(
  storage: Storage,
  tenant: string,
): Promise<readonly WebhookRow[]> {
  const rows = await storage.within(tenant, (work) =>
    work
      .selectFrom('webhook')
      .selectAll()
      .where('tenant', '=', tenant)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
  return rows.map(toRow);
}

/** Adds a webhook. Only this answer contains the secret that signs its calls. */
export async function addWebhook(
  storage: Storage,
  { tenant, name: by }: Person,
  input: z.infer<typeof webhookInput>,
): Promise<{ readonly webhook: WebhookRow; readonly secret: string }> {
  const secret = randomBytes(24).toString('base64url');
  const row = {
    ...input,
    id: randomBytes(6).toString('hex'),
    tenant,
    secret,
    created_at: Date.now(),
    created_by: by,
    last_at: null,
    last_status: null,
    failing: null,
  };
  await storage.within(tenant, (work) => work.insertInto('webhook').values(row).execute());
  return { webhook: toRow(row), secret };
}

/** Removes a webhook and its queued notices. */
export async function removeWebhook(
  storage: Storage,
  tenant: string,
  id: string,
): Promise<WebhookRow> {
  const removed = await storage.within(tenant, (work) =>
    work
      .deleteFrom('webhook')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  );
  if (removed === undefined) throw notFound('webhook');
  return toRow(removed);
}

/** Returns a webhook with its secret, for sending. */
export async function findWebhook(storage: Storage, tenant: string, id: string): Promise<Row> {
  const found = await storage.within(tenant, (work) =>
    work
      .selectFrom('webhook')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (found === undefined) throw notFound('webhook');
  return found;
}

/** Stores the result of the last call of a webhook. */
export async function noteDelivery(
  work: Work,
  id: string,
  { status, failing }: Delivery,
): Promise<void> {
  await work
    .updateTable('webhook')
    .set({ last_at: Date.now(), last_status: status ?? null, failing: failing ?? null })
    .where('id', '=', id)
    .execute();
}

function toRow(row: Row): WebhookRow {
  const { id, url, format, kinds, created_at: createdAt, created_by: by } = row;
  return {
    id,
    url,
    format: format === 'slack' ? 'slack' : 'json',
    kinds: kinds as WebhookRow['kinds'],
    createdAt,
    by,
    ...(row.last_at === null ? {} : { lastAt: row.last_at }),
    ...(row.last_status === null ? {} : { lastStatus: row.last_status }),
    ...(row.failing === null ? {} : { failing: row.failing }),
  };
}
