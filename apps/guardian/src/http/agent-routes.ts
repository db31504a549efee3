import { sql } from 'kysely';
import { Hono } from 'hono';
import type { AgentRow, Component } from '@interpose/guardian-api';

import type { ApiVariables, GuardianParts } from './guardian-parts.ts';

interface StoredAgent extends Omit<AgentRow, 'coverage' | 'inventory'> {
  readonly coverage: string;
  readonly inventory: string;
  readonly seen: string;
}

/** The agents that asked, by name, so that none moves while one looks: what each said it has, and what it has asked about. */
export function agentRoutes({ storage }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>().get('/agents', async (c) => {
    const { tenant } = c.get('person');
    const { rows } = await storage.within(tenant, (work) =>
      sql<StoredAgent>`
        select a.name, a.framework, a.last_at as "lastAt", a.steps as decisions, a.coverage, a.inventory,
          (select coalesce(json_agg(json_build_object('kind', 'tool', 'name', t.tool, 'allowed', t.allowed)), '[]'::json)::text
            from (select tool, bool_or(decision <> 'deny') as allowed from (select tool, decision from step where tenant = a.tenant
              and agent = a.name and tool is not null and at > a.last_at - 86400000 order by at desc, seq desc limit 5000) newest
              group by tool order by tool limit 200) t) as seen
        from agent a where a.tenant = ${tenant} order by a.name limit 500`.execute(work),
    );
    return c.json({
      rows: rows.map(({ coverage, inventory, seen, ...row }): AgentRow => ({
        ...row,
        coverage: read(coverage),
        inventory: united(read(inventory), read(seen)),
      })),
    });
  });
}

function read<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** What an agent told first, then what it used without having told of it. */
function united(told: readonly Component[], seen: readonly Component[]): readonly Component[] {
  const all = new Map<string, Component>();
  for (const one of [...told, ...seen]) {
    const key = `${one.kind} ${one.name}`;
    all.set(key, { ...all.get(key), ...one });
  }
  return [...all.values()];
}
