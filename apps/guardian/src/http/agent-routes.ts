import { sql } from 'kysely';
import { Hono } from 'hono';
import type { AgentRow, Component } from '@interpose/guardian-api';

import { hashesOf } from '../sessions/marked-sessions.ts';
import type { Work } from '../storage/open-storage.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';

interface StoredAgent extends Omit<AgentRow, 'coverage' | 'inventory'> {
  readonly coverage: string;
  readonly inventory: string;
}

/** The route for the agents that asked. */
export function agentRoutes({ storage }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>().get('/agents', async (c) => {
    const { tenant } = c.get('person');
    return c.json({ rows: await storage.within(tenant, (work) => readAgents(work, tenant)) });
  });
}

/** Returns the agents by name, so that rows stay in place, with their declared components and their tools. */
export async function readAgents(work: Work, tenant: string): Promise<readonly AgentRow[]> {
  const { rows } = await sql<StoredAgent>`
    select name, framework, last_at as "lastAt", steps as decisions, coverage, inventory
    from agent where tenant = ${tenant} order by name limit 500`.execute(work);
  const names = rows.map(({ name }) => name);
  const seen = await toolsOf(work, tenant, names);
  return rows.map(({ coverage, inventory, ...row }): AgentRow => ({
    ...row,
    coverage: read(coverage),
    inventory: united(read(inventory), seen.get(row.name) ?? []),
  }));
}

/** Returns the tools in the agents' newest 50 sessions, and whether any call was not denied. */
async function toolsOf(
  work: Work,
  tenant: string,
  agents: readonly string[],
): Promise<ReadonlyMap<string, readonly Component[]>> {
  const { rows } = await sql<{ readonly agent: string; readonly tools: readonly Component[] }>`
    select a.name as agent, json_agg(json_build_object('kind', 'tool', 'name', t.tool, 'allowed', t.allowed)) as tools
    from unnest(${agents}::text[], ${hashesOf('agent', agents)}::uuid[]) a(name, mark)
    cross join lateral (
      select p.tool, bool_or(p.decision <> 'deny') as allowed from (
        select m.session_id as id, s.started_at, s.last_at from (select session_id from session_mark
          where tenant = ${tenant} and mark = a.mark order by hour desc limit 50) m
        join session s on s.tenant = ${tenant} and s.id = m.session_id offset 0) s
      cross join lateral (select tool, decision from step p where p.tenant = ${tenant} and p.session_id = s.id
        and p.at between s.started_at and s.last_at and p.agent = a.name and p.tool is not null
        order by p.at desc, p.seq desc limit 200) p
      group by p.tool order by p.tool limit 200) t
    group by a.name`.execute(work);
  return new Map(rows.map(({ agent, tools }) => [agent, tools]));
}

function read<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** Merges the declared components of an agent with others that it used. */
function united(told: readonly Component[], seen: readonly Component[]): readonly Component[] {
  const all = new Map<string, Component>();
  for (const one of [...told, ...seen]) {
    const key = `${one.kind} ${one.name}`;
    all.set(key, { ...all.get(key), ...one });
  }
  return [...all.values()];
}
