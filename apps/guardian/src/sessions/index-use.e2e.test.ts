import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SessionPage } from '@interpose/guardian-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readConfig } from '../config/read-config.ts';
import { decisionFilter, findDecisions } from '../decisions/find-decisions.ts';
import { LiveFeed } from '../live/live-feed.ts';
import { openStorage, type Storage } from '../storage/open-storage.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { findSessions } from './find-sessions.ts';
import { sessionFilter } from './session-filter.ts';
import { insertKinds } from './session-kinds.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-lists-'));
const SESSIONS = 12_000;
let storage: Storage;

/** Creates sessions of five steps: one tool in one session, one in the older half, one in all. */
async function fill(): Promise<void> {
  await storage.asOwner(async (work) => {
    await sql`create table step_all partition of step for values from (0) to (10000000000)`.execute(
      work,
    );
  });
  await storage.within('*', async (work) => {
    await sql`insert into step (tenant, id, at, event, tool, session_id, chat_id, agent, user_id, decision, by_names, codes,
        policies, source, ms, spend, failed, batch, place, record)
      select 'default', 'id' || i, i * 100000::bigint, 'preToolCall', case when i = 777 then 'rare' when i <= 30000 then 'old' else 'usual' end,
        's' || (i - 1) / 5, 'c', 'agent' || i % 3, 'user' || (i - 1) / 5 % 100, case when i % 20 = 0 then 'deny' else 'allow' end,
        case when i % 20 = 0 then array['shop/cap'] else '{}' end, '{}', 'p', 'asked', 1, 0, false, 1, i, '{}'
      from generate_series(1, ${SESSIONS * 5}::integer) i`.execute(work);
    await sql`insert into session (tenant, id, agent, user_id, started_at, last_at, steps, denied, asked, modified, errors, spend)
      select tenant, session_id, min(agent), min(user_id), min(at), max(at), count(*), 0, 0, 0, count(*) filter (where tool = 'rare'), 0 from step group by 1, 2`.execute(
      work,
    );
    await insertKinds(sql`step`).execute(work);
  });
  await storage.asOwner((work) => sql`analyze`.execute(work));
}

interface Cost {
  readonly tables: number;
  readonly rows: number;
}

async function costSoFar(): Promise<Cost> {
  return storage.asOwner(async (work) => {
    const { rows } =
      await sql<Cost>`select sum(seq_scan)::integer as tables, sum(coalesce(idx_tup_fetch, 0))::integer as rows
      from pg_stat_user_tables where relname like 'step%' or relname like 'session%'`.execute(work);
    return rows[0]!;
  });
}

async function indexPagesSoFar(): Promise<number> {
  return storage.asOwner(async (work) => {
    const { rows } = await sql<{ readonly pages: number }>`
      select sum(idx_blks_hit + idx_blks_read)::integer as pages from pg_statio_user_tables where relname like 'step%'`.execute(
      work,
    );
    return rows[0]!.pages;
  });
}

/** Returns the cost of the work: full table scans, and rows read over an index. */
async function costOf(work: (measured: Storage) => Promise<unknown>): Promise<Cost> {
  const told: Storage['within'] = (tenant, run) =>
    storage.within(tenant, async (one) => {
      const result = await run(one);
      await sql`select pg_stat_force_next_flush()`.execute(one);
      return result;
    });
  const before = await costSoFar();
  await work({ ...storage, within: told });
  const after = await costSoFar();
  return { tables: after.tables - before.tables, rows: after.rows - before.rows };
}

describe.skipIf(database === undefined)('lists of a database that has grown', () => {
  beforeAll(async () => {
    // At this size a full scan would be cheaper: with this setting it happens only if no index fits.
    const url = `${database!.url}?options=-c%20enable_seqscan%3Doff`;
    storage = await openStorage(
      readConfig({ INTERPOSE_DATABASE_URL: url, INTERPOSE_FOLDER: folder }, {}),
    );
    await fill();
  });
  afterAll(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
    await database?.drop();
  });

  // Counts look at the newest 1,000 sessions at most, and at 5,001 marks for each value.
  test.each([
    ['', 9000],
    ['verb=deny', 30_000],
    ['verb=deny&policy=shop', 75_000],
    ['tool=rare', 9000],
    ['tool=old', 30_000],
    ['tool=old&verb=deny', 75_000],
    ['tool=nowhere', 9000],
    ['agent=agent1', 9000],
    ['user=user7', 9000],
    ['user=user7&tool=usual', 20_000],
    ['q=s77', 40_000],
  ])('sessions of "%s" are found over indexes, in %i rows', async (query, most) => {
    const filter = sessionFilter.parse(filtersOf(query));
    const cost = await costOf((measured) => findSessions(measured, 'default', filter));
    expect(cost.tables).toBe(0);
    expect(cost.rows).toBeLessThan(most);
  });

  test.each([
    ['', 200],
    ['tool=rare', 50],
    ['tool=nowhere', 50],
    ['user=user7', 2000],
    ['verb=deny', 20_000],
    ['tool=usual', 12_000],
    ['tool=old', 24_000],
    ['tool=old&verb=deny', 3000],
    ['policy=shop', 20_000],
    ['q=nothing', 45_000],
  ])('decisions of "%s" are found over indexes, in %i rows', async (query, most) => {
    const filter = decisionFilter.parse(filtersOf(query));
    const cost = await costOf((measured) => findDecisions(measured, 'default', filter));
    expect(cost.tables).toBe(0);
    expect(cost.rows).toBeLessThan(most);
  });

  test('who watches and missed nothing is told so without reading all that is stored', async () => {
    const [newest] = (await findDecisions(storage, 'default', decisionFilter.parse({ limit: 1 })))
      .rows;
    const since = (seq: number) => (measured: Storage) =>
      new LiveFeed(measured).since('default', seq);
    const before = await indexPagesSoFar();
    const cost = await costOf(since(newest!.seq));
    expect([cost.tables, cost.rows < 6000]).toEqual([0, true]);
    // The index has some hundred pages for these steps, and tens of thousands for millions.
    expect((await indexPagesSoFar()) - before).toBeLessThan(150);
    const missed = await since(newest!.seq - 2)(storage);
    expect(missed.map(({ seq }) => seq)).toEqual([newest!.seq - 1, newest!.seq]);
  });

  test('a session is found by its id, however old, and a page goes on where the last one ended', async () => {
    const found = await findSessions(
      storage,
      'default',
      sessionFilter.parse({ q: 's7', limit: 3 }),
    );
    expect(found.rows[0]?.id).toBe('s7');
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const filter = sessionFilter.parse({ policy: 'shop', tool: 'old', limit: 100, cursor });
      const page: SessionPage = await findSessions(storage, 'default', filter);
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([1500, 1500]);
  });

  test('sessions with errors are found by their errors', async () => {
    const found = await findSessions(storage, 'default', sessionFilter.parse({ failed: 'true' }));
    expect(found.rows.map(({ id, errors }) => [id, errors])).toEqual([['s155', 1]]);
  });

  test('what is found by few sessions is what is found by reading all', async () => {
    const { rows } = await findDecisions(
      storage,
      'default',
      decisionFilter.parse({ tool: 'old', limit: 150 }),
    );
    expect(rows.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 150 }, (_, index) => rows[0]!.seq - index),
    );
  });
});

function filtersOf(query: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(query));
}
