import { sql } from 'kysely';
import { Hono } from 'hono';

import type { ApiVariables, GuardianParts } from './guardian-parts.ts';

/** The agents that asked, newest first, with what each has asked about. */
export function agentRoutes({ storage }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>().get('/agents', async (c) => {
    const { tenant } = c.get('person');
    const { rows } = await storage.within(tenant, (work) =>
      sql<{ readonly coverage: string; readonly inventory: string }>`
        select a.name, a.framework, a.version, a.last_at as "lastAt", a.coverage,
          (select coalesce(sum(s.steps), 0) from session s where s.tenant = a.tenant and s.agent = a.name)::integer as decisions,
          (select coalesce(json_agg(json_build_object('kind', 'tool', 'name', t.tool, 'allowed', t.allowed)), '[]'::json)::text
            from (select tool, bool_or(decision <> 'deny') as allowed from step where tenant = a.tenant and agent = a.name
              and tool is not null and at > a.last_at - 86400000 group by tool order by tool limit 200) t) as inventory
        from agent a where a.tenant = ${tenant} order by a.last_at desc limit 500`.execute(work),
    );
    return c.json({
      rows: rows.map(({ coverage, inventory, ...row }) => ({
        ...row,
        coverage: read(coverage),
        inventory: read(inventory),
      })),
    });
  });
}

function read(text: string): unknown {
  return JSON.parse(text);
}
