import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runAgent } from './agent-process.ts';
import { seriousFindings } from './browser.ts';
import { ConsoleStage } from './console-stage.ts';
import type { RunningGuardian } from './guardian-process.ts';

const stage = new ConsoleStage('settings');

const receiver = { status: 204, calls: 0 };
const server = createServer((_, outgoing) => {
  receiver.calls++;
  outgoing.writeHead(receiver.status).end();
});

let guardian: RunningGuardian;
let page: Page;

async function show(tab: string): Promise<void> {
  await page.goto(new URL(`/settings?tab=${tab}`, guardian.url).href);
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
}

describe.skipIf(stage.chromium === undefined)('settings', () => {
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    ({ guardian, page } = await stage.openSignedIn());
  });
  afterAll(async () => {
    await stage.close();
    server.close();
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
