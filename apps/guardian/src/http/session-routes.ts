import { Hono } from 'hono';

import { findSessions } from '../sessions/find-sessions.ts';
import { readSession } from '../sessions/read-session.ts';
import { sessionFilter } from '../sessions/session-filter.ts';
import { notFound, queryOf, readInput } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';

/** The routes for finding sessions and reading one. */
export function sessionRoutes({ storage }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .get('/sessions', async (c) =>
      c.json(
        await findSessions(storage, c.get('person').tenant, readInput(sessionFilter, queryOf(c))),
      ),
    )
    .get('/sessions/:id', async (c) => {
      const { tenant } = c.get('person');
      const found = await readSession(storage, tenant, c.req.param('id'), c.req.query('cursor'));
      if (found === undefined) throw notFound('session');
      return c.json(found);
    });
}
