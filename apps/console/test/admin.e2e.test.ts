import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runAgent } from './agent-process.ts';
import { openPage, seriousFindings, signIn, type WatchedPage } from './browser.ts';
import { ConsoleStage } from './console-stage.ts';
import { freshDatabase } from './fresh-database.ts';
import type { RunningGuardian } from './guardian-process.ts';
import { SHOP_POLICIES } from './shop-policies.ts';

const database = await freshDatabase();
const stage = new ConsoleStage('admin');
const STRICTER = SHOP_POLICIES.replace('> 50_000', '> 50');

let guardian: RunningGuardian;
let browser: Browser;
let watched: WatchedPage;

/** Opens a page by its link in the navigation, as a person does. */
async function show(heading: string): Promise<Page> {
  const { page } = watched;
  await page.getByRole('navigation', { name: 'Pages' }).getByText(heading).click();
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  return page;
}

describe.skipIf(stage.chromium === undefined || database === undefined)('what admins do', () => {
  beforeAll(async () => {
    const settings = { INTERPOSE_DATABASE_URL: database!.url };
    ({ guardian, browser, watched } = await stage.openSignedIn(settings));
    await Promise.all([
      runAgent('ai-sdk', guardian.url, 100),
      runAgent('openai', guardian.url, 90_000),
    ]);
  });
  afterAll(async () => {
    await stage.close();
    await database?.drop();
  });

  test('policies show what each said, and what a draft would have said on the last day', async () => {
    const page = await show('Policies');
    const cap = page.getByRole('row', { name: /shop \/ cap/ });
    // The last decision may be stored after the page was read, which reads again every fifteen seconds.
    await expect.poll(() => cap.textContent(), { timeout: 60_000 }).toMatch(/cap4100/);
    const draft = join(stage.folder, 'draft.mjs');
    writeFileSync(draft, STRICTER);
    await page.getByLabel('Path on the guardian’s machine').fill(draft);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText(/^1 decision of \d+ would be different\.$/).waitFor();
    await page.getByText('shop/cap 1').waitFor();
    const example = page.getByRole('listitem').filter({ hasText: 'ToolLoopAgent' });
    expect(await example.textContent()).toMatch(/allow→deny/);
    expect(await seriousFindings(page)).toEqual([]);
    await example.getByRole('link', { name: 'refund' }).click();
    await page.getByRole('region', { name: 'What was asked' }).getByText('"cents": 100').waitFor();
  });

  test('a version that cannot serve is told of, a new one appears by itself, and an earlier one serves again at a click', async () => {
    const page = await show('Policies');
    writeFileSync(stage.module, 'export default nothing;');
    await page.getByText('refused', { exact: true }).waitFor();
    writeFileSync(stage.module, STRICTER);
    const earlier = page.getByRole('listitem').filter({ hasText: 'earlier' });
    await earlier.getByRole('button', { name: 'Roll back to this' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Roll back' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('by rollback by local admin').waitFor();
  });

  test('agents tell their SDK, what policies reach of them and what they have, and can be stopped', async () => {
    const page = await show('Agents');
    const card = page.getByRole('listitem').filter({ hasText: 'ToolLoopAgent' });
    await card.getByText(/^ai-sdk \d/).waitFor();
    await card.getByText('provider-executed tool').first().waitFor();
    await card.getByText('find_order').waitFor();
    await card.getByText('scripted').waitFor();
    await card.getByRole('button', { name: 'Stop' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Why').fill('It pays too much.');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped: agent ToolLoopAgent').waitFor();
    expect((await runAgent('ai-sdk', guardian.url, 100)).done).toEqual([]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Stopped: agent ToolLoopAgent').waitFor({ state: 'detached' });
  });

  test('verification finds nothing, and names a record that was tampered with', async () => {
    const page = await show('Audit');
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText('Intact.').waitFor();
    await database!.run(
      `update step set record = replace(record, '"decision":"deny"', '"decision":"allow"')
       where decision = 'deny' and codes = array['over_cap'] and event = 'preToolCall'`,
    );
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText(/Record \d+ of batch \d+ was changed\./).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'What stands there now' }).click();
    await page
      .getByRole('region', { name: 'What was asked' })
      .getByText('"cents": 90000')
      .waitFor();
  });

  test('a token lets one agent in until it is revoked', async () => {
    const page = await show('Settings');
    await page.getByLabel('Agent that the token is for').fill('ToolLoopAgent');
    await page.getByRole('button', { name: 'Make a token' }).click();
    const secret = (await page.locator('.shown-once pre').textContent()) ?? '';
    expect((await runAgent('ai-sdk', guardian.url, 100, secret)).done).toHaveLength(2);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No agent has a token of its own').waitFor();
    const headers = { authorization: `Bearer ${secret}` };
    expect((await fetch(guardian.url, { method: 'POST', headers })).status).toBe(401);
    await page.reload();
    expect(await page.locator('.shown-once').count()).toBe(0);
  });

  test('a person is added, signs in once, and is out when removed', async () => {
    const page = await show('Settings');
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByLabel('Name').fill('Grace');
    await page.getByRole('button', { name: 'Add person' }).click();
    const link = (await page.locator('.shown-once pre').textContent()) ?? '';
    const other = await openPage(browser);
    await signIn(other.page, link);
    await other.page.getByText('viewer · default').waitFor();
    const changed = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByLabel('Role of Grace').selectOption('approver');
    await changed;
    await other.page.reload();
    await other.page.getByText('approver · default').waitFor();
    await page.getByRole('button', { name: 'Remove Grace' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Grace', { exact: true }).waitFor({ state: 'detached' });
    await other.page.goto(new URL('/sessions', guardian.url).href);
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.page.context().close();
    expect(watched.complaints).toEqual([]);
  });
});
