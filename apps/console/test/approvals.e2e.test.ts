import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runAgent } from './agent-process.ts';
import { openPage, type WatchedPage } from './browser.ts';
import { ConsoleStage } from './console-stage.ts';
import { freshDatabase } from './fresh-database.ts';
import type { RunningGuardian } from './guardian-process.ts';
import { signInAs } from './sign-in-as.ts';

const SDKS = ['ai-sdk', 'langchain', 'openai-agents', 'openai'] as const;

const database = await freshDatabase();
const stage = new ConsoleStage('approvals');

let guardian: RunningGuardian;
let browser: Browser;
let watched: WatchedPage;

async function begin(settings: Readonly<Record<string, string>>): Promise<void> {
  ({ guardian, browser, watched } = await stage.openSignedIn(settings));
}

afterAll(async () => {
  await stage.close();
  await database?.drop();
});

function addressOf(path: string): string {
  return new URL(path, guardian.url).href;
}

/** The ask about this refund, as it stands in the list. */
function rowOf(page: Page, cents: number): ReturnType<Page['getByRole']> {
  return page.getByRole('link', { name: `Pay back ${cents} cents?` });
}

/** Opens the ask, changes how much is paid back, and sends it off by the keyboard alone. */
async function changeTo(page: Page, from: number, cents: number): Promise<void> {
  await rowOf(page, from).click();
  await page.getByRole('heading', { name: `Pay back ${from} cents?` }).waitFor();
  await page.getByRole('button', { name: 'Change arguments' }).waitFor();
  await page.keyboard.press('e');
  const editor = page.getByLabel('Arguments, as JSON');
  await editor.fill(JSON.stringify({ id: 'A-7', cents }));
  await page.getByText(`+   "cents": ${cents}`).waitFor();
  await editor.press('Control+Enter');
}

const SETTINGS = [
  ['a database in a folder', { INTERPOSE_FOLDER: join(stage.folder, 'embedded') }],
  [
    'PostgreSQL',
    {
      INTERPOSE_FOLDER: join(stage.folder, 'beside'),
      ...(database === undefined ? {} : { INTERPOSE_DATABASE_URL: database.url }),
    },
  ],
] as const;

describe.skipIf(stage.chromium === undefined).each(SETTINGS)('with %s', (name, settings) => {
  const isServed = name !== 'PostgreSQL' || database !== undefined;
  beforeAll(() => (isServed ? begin(settings) : undefined));
  afterAll(() => stage.end());

  test.skipIf(!isServed).each(SDKS.map((sdk, at) => [sdk, 9900 + at] as const))(
    'an agent of %s waits, is approved in the browser with other arguments, and goes on',
    async (sdk, cents) => {
      const { page } = watched;
      await page.goto(addressOf('/approvals'));
      const run = runAgent(sdk, guardian.url, cents);
      await changeTo(page, cents, 500);
      await expect(run).resolves.toMatchObject({
        done: ['found A-7', 'paid back 500 for A-7'],
        answer: 'Your money is on its way.',
      });
      await rowOf(page, cents).getByText('approved, changed').waitFor();
      expect(watched.complaints).toEqual([]);
    },
  );

  test.skipIf(!isServed)(
    'words of a refusal reach the model, and the tool does not run',
    async () => {
      const { page } = watched;
      await page.goto(addressOf('/approvals'));
      const run = runAgent('openai', guardian.url, 8000);
      await rowOf(page, 8000).click();
      await page.getByLabel('Words to the model (optional)').fill('Ask for a photo first.');
      await page.getByRole('button', { name: 'Deny' }).click();
      const { done, read } = await run;
      expect(done).toEqual(['found A-7']);
      expect(JSON.stringify(read)).toContain('Ask for a photo first.');
    },
  );

  test.skipIf(!isServed)(
    'somebody else sees an ask come and go without touching the page',
    async () => {
      const { page } = watched;
      const other = await openPage(browser);
      await other.page.context().addCookies(await page.context().cookies());
      await other.page.goto(addressOf('/approvals'));
      await other.page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
      await page.goto(addressOf('/approvals'));
      const run = runAgent('ai-sdk', guardian.url, 7000);
      await rowOf(other.page, 7000).waitFor();
      await rowOf(page, 7000).click();
      await page.getByRole('button', { name: 'Approve' }).click();
      await rowOf(other.page, 7000).getByText('approved').waitFor();
      expect((await run).done).toContain('paid back 7000 for A-7');
      await other.page.context().close();
    },
  );
});

describe.skipIf(stage.chromium === undefined || database === undefined)('who may not', () => {
  beforeAll(() =>
    begin({ INTERPOSE_FOLDER: join(stage.folder, 'roles'), INTERPOSE_DATABASE_URL: database!.url }),
  );
  afterAll(() => stage.end());

  test('a viewer sees what waits and cannot answer, neither in the page nor past it', async () => {
    const run = runAgent('ai-sdk', guardian.url, 6000);
    const { page } = await openPage(browser);
    await signInAs(page, database!, guardian.url, { role: 'viewer', tenant: 'default' });
    await page.goto(addressOf('/approvals'));
    await rowOf(page, 6000).click();
    await page.getByText('answering takes the role approver').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await page.keyboard.press('y');
    const status = await page.evaluate(async () => {
      const { csrf } = (await (await fetch('/api/me')).json()) as { csrf: string };
      const { rows } = (await (await fetch('/api/approvals?state=waiting')).json()) as {
        rows: readonly { id: string; digest: string }[];
      };
      const [ask] = rows;
      const answer = await fetch(`/api/approvals/${ask?.id}/answer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf': csrf },
        body: JSON.stringify({ decision: 'approve', digest: ask?.digest }),
      });
      return answer.status;
    });
    expect(status).toBe(403);
    // What only admins may do is not offered to others, who would find an error behind it.
    await page.goto(addressOf('/audit'));
    await page.getByRole('button', { name: 'Verify the chain' }).waitFor();
    expect(await page.getByRole('link', { name: /^Export/ }).count()).toBe(0);
    await page.goto(addressOf('/policies'));
    await page.getByText('Only admins compare drafts').waitFor();
    expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0);
    await watched.page.goto(addressOf('/approvals'));
    await rowOf(watched.page, 6000).click();
    await watched.page.getByRole('button', { name: 'Deny' }).click();
    expect((await run).done).toEqual(['found A-7']);
  });

  test('another tenant sees nothing of it', async () => {
    const { page } = await openPage(browser);
    await signInAs(page, database!, guardian.url, { role: 'admin', tenant: 'elsewhere' });
    await page.goto(addressOf('/approvals?state=all'));
    await page.getByText('Nobody was ever asked').waitFor();
    await page.goto(addressOf('/sessions'));
    await page.getByText('No session yet').waitFor();
    await page.goto(addressOf('/'));
    await page.getByText('No agent has asked yet').waitFor();
    expect(await page.locator('.row-link').count()).toBe(0);
  });
});
