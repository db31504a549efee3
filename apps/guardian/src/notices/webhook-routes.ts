import { Hono } from 'hono';
import type { WebhookRow } from '@interpose/guardian-api';

import { readBody } from '../http/api-error.ts';
import type { ApiVariables, GuardianParts } from '../http/guardian-parts.ts';
import { callWebhook } from './call-webhook.ts';
import { targetOf } from './send-notices.ts';
import {
  addWebhook,
  findWebhook,
  listWebhooks,
  noteDelivery,
  removeWebhook,
  webhookInput,
} from './webhooks-of-tenant.ts';

/** The routes of admins for adding, removing and testing webhooks. */
export function webhookRoutes({ storage, changes, address }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .get('/', async (c) => c.json({ rows: await listWebhooks(storage, c.get('person').tenant) }))
    .post('/', async (c) => {
      const input = await readBody(c, webhookInput);
      const by = c.get('person');
      const added = await changes.during(
        by,
        () => addWebhook(storage, by, input),
        ({ webhook }) => ofWebhook('added', webhook),
      );
      return c.json(added, 201);
    })
    .post('/:id/test', async (c) => {
      const { tenant } = c.get('person');
      const row = await findWebhook(storage, tenant, c.req.param('id'));
      const link = new URL('/approvals', address()).href;
      const delivery = await callWebhook(targetOf(row), { kind: 'test', link });
      await storage.within(tenant, (work) => noteDelivery(work, row.id, delivery));
      return c.json({ ok: delivery.failing === undefined, ...delivery });
    })
    .delete('/:id', async (c) => {
      const by = c.get('person');
      await changes.during(
        by,
        () => removeWebhook(storage, by.tenant, c.req.param('id')),
        (webhook) => ofWebhook('removed', webhook),
      );
      return c.json({ rows: await listWebhooks(storage, by.tenant) });
    });
}

/** Describes a webhook by its host only: the path may be a secret, as in Slack, and must not enter the chain. */
function ofWebhook(
  done: 'added' | 'removed',
  { id, url, format, kinds }: WebhookRow,
): {
  what: string;
  reason: string;
  data: { id: string; host: string; format: string; kinds: string[] };
} {
  const { host } = new URL(url);
  const data = { id, host, format, kinds: [...kinds] };
  return { what: `webhook.${done}`, reason: `webhook at ${host}`, data };
}
