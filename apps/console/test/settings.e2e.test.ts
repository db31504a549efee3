import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runAgent } from './agent-process.ts';
import { launchBrowser, openPage, seriousFindings, signIn } from './browser.ts';
import { findChromium } from './find-chromium.ts';
import { startGuardian, type RunningGuardian } from './guardian-process.ts';
import { SHOP_POLICIES } from './shop-policies.ts';

const chromium = findChromium();
const folder = mkdtempSync(join(tmpdir(), 'interpose-console-settings-'));
const module = join(folder, 'policies.mjs');
writeFileSync(module, SHOP_POLICIES);

const receiver = { status: 204, calls: 0 };
const server = createServer((_, outgoing) => {
  receiver.calls++;
  outgoing.writeHead(receiver.status).end();
});

let guardian: RunningGuardian;
let browser: Browser;
let page: Page;

async function show(tab: string): Promise<void> {
  await page.goto(new URL(`/settings?tab=${tab}`, guardian.url).href);
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
}

describe.skipIf(chromium === undefined)('settings', () => {
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    guardian = await startGuardian({ INTERPOSE_FOLDER: join(folder, 'data') }, module);
    browser = await launchBrowser(chromium!);
    ({ page } = await openPage(browser));
    await signIn(page, guardian.login);
  });
  afterAll(async () => {
    await browser?.close();
    await guardian?.stop();
    server.close();
    rmSync(folder, { recursive: true });
  });

  test('a webhook is added, its secret shown once, tried, and removed', async () => {
    await show('webhooks');
    await page.getByText('No webhook yet').waitFor();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    await page.getByLabel('Address').fill(url);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await page.locator('.shown-once pre').textContent()).toMatch(/^[\w-]{32}$/);
    const card = page.getByRole('listitem').filter({ hasText: url });
    await card.getByText('never called').waitFor();
    await card.getByRole('button', { name: 'Send a test' }).click();
    await card.getByText(/taken with status 204/).waitFor();
    expect(receiver.calls).toBe(1);
    receiver.status = 500;
    await card.getByRole('button', { name: 'Send a test' }).click();
    await card.getByText(/failed: status 500/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await card.getByText(/failed: status 500/).waitFor();
    expect(await page.locator('.shown-once').count()).toBe(0);
    await card.getByRole('button', { name: `Remove ${url}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No webhook yet').waitFor();
  });

  test('what would go is counted before anything is saved', async () => {
    await runAgent('openai', guardian.url, 100);
    await show('retention');
    const payloads = page.getByLabel('Payloads, in days');
    expect(await payloads.inputValue()).toBe('90');
    await payloads.fill('91');
    await page.getByText('No more than decisions').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await payloads.fill('7');
    await page.getByRole('button', { name: 'What would go?' }).click();
    await page.getByText(/^0 decisions would go, .* \d+ decisions stay\.$/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Saved\./).waitFor();
    await page.reload();
    expect(await payloads.inputValue()).toBe('7');
  });
});
