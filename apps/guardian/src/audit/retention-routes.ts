import { Hono } from 'hono';
import type { Retention } from '@interpose/guardian-api';

import { readBody } from '../http/api-error.ts';
import type { ApiVariables, GuardianParts } from '../http/guardian-parts.ts';
import {
  previewRetention,
  readRetention,
  retentionInput,
  writeRetention,
} from './retention-of-tenant.ts';

/** Routes for how long a tenant keeps its data, with a preview of what other settings would drop. */
export function retentionRoutes({ storage, config, changes }: GuardianParts): Hono<ApiVariables> {
  const { retentionDays } = config;
  return new Hono<ApiVariables>()
    .get('/', async (c) =>
      c.json(await readRetention(storage, c.get('person').tenant, retentionDays)),
    )
    .post('/preview', async (c) => {
      const input = await readBody(c, retentionInput);
      return c.json(await previewRetention(storage, c.get('person').tenant, input));
    })
    .put('/', async (c) => {
      const input = await readBody(c, retentionInput);
      const by = c.get('person');
      const before = await readRetention(storage, by.tenant, retentionDays);
      const changed = await changes.during(
        by,
        () => writeRetention(storage, by.tenant, input),
        () => ({
          what: 'retention.changed',
          reason: `${inWords(before)} → ${inWords(input)}`,
          data: { before, after: input },
        }),
      );
      return c.json(changed);
    });
}

function inWords({ payloadDays, decisionDays }: Retention): string {
  return `payloads ${payloadDays} days, decisions ${decisionDays} days`;
}
