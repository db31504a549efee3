import { Hono } from 'hono';
import { z } from 'zod';

import { countDecisions, statsFilter } from '../decisions/count-decisions.ts';
import { decisionFilter, findDecisions } from '../decisions/find-decisions.ts';
import { readDecision } from '../decisions/read-decision.ts';
import { eventStream } from '../live/event-stream.ts';
import { notFound, queryOf, readInput } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';

const place = z.coerce.number().int().min(0).optional().catch(undefined);

/** The routes for decisions, counts, and live events. */
export function decisionRoutes({ storage, live, logins, ends }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .get('/decisions', async (c) =>
      c.json(
        await findDecisions(storage, c.get('person').tenant, readInput(decisionFilter, queryOf(c))),
      ),
    )
    .get('/decisions/:id', async (c) => {
      const found = await readDecision(storage, c.get('person').tenant, c.req.param('id'));
      if (found === undefined) throw notFound('decision');
      return c.json(found);
    })
    .get('/stats', async (c) =>
      c.json(
        await countDecisions(
          storage,
          c.get('person').tenant,
          readInput(statsFilter, c.req.query()),
        ),
      ),
    )
    .get('/live', (c) => {
      const since = place.parse(c.req.header('last-event-id') ?? c.req.query('since'));
      const { tenant, id: person } = c.get('person');
      const secret = c.get('secret');
      // The command line has no cookie; its key is valid until the guardian ends.
      const isStillIn = async (): Promise<boolean> =>
        secret === undefined || (await logins.find(secret)) !== undefined;
      return eventStream(live, { tenant, person, since, isStillIn, ends });
    });
}
