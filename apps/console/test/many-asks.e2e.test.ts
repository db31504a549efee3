import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ConsoleStage } from './console-stage.ts';
import { freshDatabase } from './fresh-database.ts';
import type { RunningGuardian } from './guardian-process.ts';

const database = await freshDatabase();
const stage = new ConsoleStage('many');
const ASKED_AT = Date.now() - 60_000;

let guardian: RunningGuardian;
let page: Page;

/** Puts asks there as guardians store them, a millisecond after each other. */
function storeAsks(from: number, to: number, state: string): Promise<void> {
  return database!.run(
    `insert into approval (id, tenant, session_id, chat_id, step_key, agent, event, tool, args, question, by_names,
       state, digest, asked_at, expires_at, needed, role, answers, conversation)
     select 'ask-' || n, 'default', 's', 'c', 'key-' || n, 'shop', 'preToolCall', 'refund', '{}', 'Refund number ' || n || '?',
       '{shop/cap}', $3, 'digest-' || n, $4::bigint + n, $4::bigint + 3600000, 1, 'approver', '[]', '[]' from generate_series($1::int, $2::int) n`,
    [from, to, state, ASKED_AT],
  );
}

function notify(id: string): Promise<void> {
  const told = JSON.stringify({ tenant: 'default', id });
  return database!.run(`select pg_notify('interpose_approval', $1)`, [told]);
}

function go(path: string): ReturnType<Page['goto']> {
  return page.goto(new URL(path, guardian.url).href);
}

function rowOf(number: number): ReturnType<Page['getByRole']> {
  return page.getByRole('link', { name: `Refund number ${number}?` });
}

describe.skipIf(stage.chromium === undefined || database === undefined)('of many asks', () => {
  beforeAll(async () => {
    ({ guardian, page } = await stage.openSignedIn({ INTERPOSE_DATABASE_URL: database!.url }));
    await storeAsks(1, 1200, 'waiting');
  });
  afterAll(async () => {
    await stage.close();
    await database?.drop();
  });

  test('the oldest thousand are listed, which the page says, and the others still wait after an answer', async () => {
    await go('/approvals');
    await page.getByText('These are the oldest 1,000 of 1,200 that wait.').waitFor();
    await notify('ask-1150');
    await rowOf(1150).waitFor();
    await page.getByRole('button', { name: 'Deny', disabled: false }).click();
    await rowOf(1).getByText('denied').waitFor();
    await page.getByText('of 1,199 that wait').waitFor();
    expect(await page.getByText('no longer waiting').count()).toBe(0);
  });

  test('the newest are among the past ones', async () => {
    await storeAsks(1201, 1300, 'denied');
    await go('/approvals?state=all');
    await rowOf(1300).waitFor();
    await page.getByText('These are the newest 500.').waitFor();
    expect(await rowOf(1).count()).toBe(0);
  });

  test('one opens by the link that messages to people have', async () => {
    await go('/approvals/ask-900');
    await page.getByRole('heading', { name: 'Refund number 900?' }).waitFor();
    expect(new URL(page.url()).search).toBe('?id=ask-900');
  });

  test('the list is shown over a slow line also while asks keep coming', async () => {
    await page.route('**/api/approvals?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      // Whoever asked may no longer wait for it.
      await route.continue().catch(() => undefined);
    });
    const over = new AbortController();
    const coming = (async () => {
      while (!over.signal.aborted) await notify('ask-1000');
    })();
    await go('/approvals');
    await rowOf(2)
      .waitFor({ timeout: 20_000 })
      .finally(() => over.abort());
    await coming;
    expect(await rowOf(2).count()).toBe(1);
  });

  test('what is heard while a list is on its way is shown as it is', async () => {
    await page.unrouteAll();
    await database!.run(`update approval set state = 'denied' where id not in ('ask-2', 'ask-3')`);
    await go('/approvals');
    await rowOf(3).waitFor();
    const asked = [0, 1].map(() => Promise.withResolvers<void>());
    const sent = Promise.withResolvers<void>();
    const left = [...asked];
    await page.route('**/api/approvals?*limit=500*', async (route) => {
      const response = await route.fetch();
      left.shift()?.resolve();
      await sent.promise;
      await route.fulfill({ response });
    });
    await storeAsks(1301, 1301, 'waiting');
    await notify('ask-1301');
    await asked[0]!.promise;
    await database!.run(`update approval set state = 'approved' where id = 'ask-2'`);
    await storeAsks(1302, 1302, 'waiting');
    await notify('ask-2');
    await notify('ask-1302');
    await rowOf(2).getByText('approved').waitFor();
    await rowOf(1302).waitFor();
    sent.resolve();
    // It asks for the next list when it has shown this one.
    await asked[1]!.promise;
    expect(await rowOf(2).getByText('approved').count()).toBe(1);
    expect(await page.getByText('no longer waiting').count()).toBe(0);
  });
});
