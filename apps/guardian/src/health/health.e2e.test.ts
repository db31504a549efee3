import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openProxy } from '@interpose/faulty-servers';
import { afterAll, expect, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { eventually } from '../../test/sign-in.ts';
import { killGuardians, startGuardian } from '../../test/start-guardian.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-health-'));
afterAll(async () => {
  await killGuardians();
  rmSync(folder, { recursive: true });
  await database?.drop();
});

test.skipIf(database === undefined)(
  'a guardian is ready while its database answers, and tells Prometheus what it does',
  async () => {
    const url = new URL(database!.url);
    const proxy = await openProxy(Number(url.port === '' ? 5432 : url.port));
    url.port = String(proxy.port);
    const settings = { INTERPOSE_DATABASE_URL: url.href, INTERPOSE_FOLDER: folder };
    const guardian = await startGuardian(settings);
    const ready = () => fetch(new URL('/ready', guardian.url));
    const checks = { serving: true, policies: true, spool: true, database: true };
    const first = await ready();
    expect([first.status, await first.json()]).toEqual([200, { status: 'ready', checks }]);
    for (let cents = 0; cents < 3; cents++) await askTool(agentHooks(guardian.url), { cents });
    const told = await fetch(new URL('/metrics', guardian.url));
    expect(told.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const text = await told.text();
    expect(text).toContain('interpose_guardian_decisions_total{verb="allow",policy=""} 3');
    expect(text).toContain('interpose_guardian_decision_seconds_count 3');
    expect(text).toContain('interpose_guardian_asks_waiting 0');
    proxy.mode = 'refuse';
    const away = await ready();
    expect([away.status, await away.json()]).toMatchObject([503, { checks: { database: false } }]);
    await askTool(agentHooks(guardian.url), { cents: 3 });
    const during = await (await fetch(new URL('/metrics', guardian.url))).text();
    expect(during).toContain('interpose_guardian_asks_waiting Nan');
    expect(/^interpose_guardian_spool_bytes (\d+)$/m.exec(during)?.[1]).not.toBe('0');
    proxy.mode = 'pass';
    await eventually(async () => (await ready()).status === 200);
    expect(await guardian.stop()).toBe(0);
    await proxy.close();
  },
);
