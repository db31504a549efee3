import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';

import { readConfig } from '../src/config/read-config.ts';
import { decisionFilter, findDecisions } from '../src/decisions/find-decisions.ts';
import { readAgents } from '../src/http/agent-routes.ts';
import { findSessions } from '../src/sessions/find-sessions.ts';
import { readSession } from '../src/sessions/read-session.ts';
import { sessionFilter } from '../src/sessions/session-filter.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import { fillSteps } from './fill-steps.ts';
import { freshDatabase } from './fresh-database.ts';

/**
 * How long lists take with many stored decisions: `node --conditions=@interpose/source test/measure-lists.ts 10000000`
 * fills a database and drops it; `FILLED=<address>` measures one that is filled, and keeps it.
 */
const steps = Number(process.argv[2] ?? 100_000);
const kept = process.env['FILLED'];
/** As many on each day as ten million over a month. */
const DAYS = Math.ceil(steps / 333_334);
const end = Math.floor(Date.now() / 86_400_000);
const database = kept === undefined ? await freshDatabase() : undefined;
const folder = mkdtempSync(join(tmpdir(), 'interpose-lists-'));
const url = kept ?? database?.url ?? '';
const HOUR_MS = 3_600_000;
const storage = await openStorage({
  ...readConfig({ INTERPOSE_DATABASE_URL: url, INTERPOSE_FOLDER: folder }, {}),
  databaseMs: HOUR_MS,
});
if (kept === undefined || process.argv[3] === 'fill') {
  await fillSteps(storage, { steps, days: DAYS, end });
  await storage.asOwner((work) =>
    sql`set local statement_timeout = 0`.execute(work).then(() => sql`analyze`.execute(work)),
  );
}
const oldest = { from: (end - DAYS) * 86_400_000, to: (end - DAYS + 1) * 86_400_000 };
const TIMES = 5;
for (const [name, filter] of Object.entries({
  newest: {},
  denied: { verb: 'deny' },
  'denied of a tool': { verb: 'deny', tool: 'tool 7' },
  'an agent': { agent: 'agent 3' },
  'denied of an agent': { verb: 'deny', agent: 'agent 3' },
  'a tool': { tool: 'tool 7' },
  'a rare tool': { tool: 'export' },
  'a tool of long ago': { tool: 'export-all' },
  'a code': { code: 'code 3' },
  'a rare code': { code: 'spend_limit' },
  'a policy': { policy: 'shop' },
  'a user': { user: 'user 77' },
  'a user that is denied': { user: 'user 77', verb: 'deny' },
  'a tool nobody has': { tool: 'none' },
  'long ago': oldest,
  'denied long ago': { ...oldest, verb: 'deny' },
  'a tool long ago': { ...oldest, tool: 'tool 7' },
  'a code long ago': { ...oldest, code: 'code 3' },
  'an agent long ago': { ...oldest, agent: 'agent 3' },
  'a text': { q: 'the order 3 is over' },
  'a text nobody wrote': { q: 'zebra' },
})) {
  const found = await time(() =>
    findDecisions(storage, 'default', decisionFilter.parse(all(filter))),
  );
  const listed = await time(() =>
    findSessions(storage, 'default', sessionFilter.parse(all(filter))),
  );
  console.log(`${name.padEnd(24)} decisions ${show(found)}   sessions ${show(listed)}`);
}
const { rows: newest } = await findSessions(storage, 'default', sessionFilter.parse({ limit: 1 }));
const page = await time(async () => ({
  rows: (await readSession(storage, 'default', newest[0]?.id ?? '', undefined))?.steps ?? [],
}));
console.log(`${'the page of a session'.padEnd(24)} ${show(page)}`);
const agents = await time(async () => {
  const rows = await storage.within('default', (work) => readAgents(work, 'default'));
  return { rows };
});
console.log(`${'agents'.padEnd(24)} ${show(agents)}`);
await storage.close();
rmSync(folder, { recursive: true });
await database?.drop();

function all(filter: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'q' ? [value] : value,
    ]),
  );
}

interface Timed {
  readonly ms: number;
  readonly most: number;
  readonly rows: number;
}

/** The median of some times, the first of which, in which pages are read from the disk, is told too. */
async function time(work: () => Promise<{ readonly rows: readonly unknown[] }>): Promise<Timed> {
  const times: number[] = [];
  let rows = 0;
  for (let i = 0; i < TIMES; i++) {
    const start = performance.now();
    ({ length: rows } = (await work()).rows);
    times.push(performance.now() - start);
  }
  const ordered = times.toSorted((a, b) => a - b);
  return { ms: ordered[TIMES >> 1] ?? 0, most: times[0] ?? 0, rows };
}

function show({ ms, most, rows }: Timed): string {
  return `${ms.toFixed(0).padStart(5)} ms (first ${most.toFixed(0).padStart(5)}, ${String(rows).padStart(3)} rows)`;
}
