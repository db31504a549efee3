import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';

import { ApiError, readBody } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';

const MOST_BYTES = 1_048_576;
const text = z.string().min(1).max(500);

const description = z.object({
  name: text,
  coverage: z
    .array(
      z.object({
        path: text,
        event: text,
        status: z.enum(['enforced', 'observed', 'unmediated']),
        note: z.string().max(2000).optional(),
      }),
    )
    .max(5000)
    .default([]),
  inventory: z
    .array(z.object({ kind: text, name: text }))
    .max(5000)
    .default([]),
});

/** The route where agents report their components and the reach of policies, as `describeAgent` sends them. */
export function describedAgents({ tokens, storage }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>().post(
    '/agents',
    bodyLimit({ maxSize: MOST_BYTES, onError: () => new Response(null, { status: 413 }) }),
    async (c) => {
      const access = await tokens.check(c.req.header('authorization'));
      if (access === undefined)
        throw new ApiError(401, 'token_unknown', 'nobody gave out this token', {
          remedy: 'send the token of the agent as a bearer token',
        });
      const { tenant, agent } = access;
      const { name, coverage, inventory } = await readBody(c, description);
      const known = { coverage: JSON.stringify(coverage), inventory: JSON.stringify(inventory) };
      await storage.within(tenant, (work) =>
        work
          .insertInto('agent')
          .values({ tenant, name: agent ?? name, last_at: Date.now(), ...known })
          .onConflict((conflict) => conflict.columns(['tenant', 'name']).doUpdateSet(known))
          .execute(),
      );
      return c.json({ taken: true });
    },
  );
}
