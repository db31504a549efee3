import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
const folder = mkdtempSync(join(tmpdir(), 'interpose-console-judge-'));
const module = join(folder, 'policies.mjs');
writeFileSync(module, SHOP_POLICIES);
/** The same policies, but nobody pays back more than half a dollar. */
const STRICTER = SHOP_POLICIES.replace('> 50_000', '> 50');

interface Rows<Row> {
  readonly rows: readonly Row[];
}

interface Decision {
  readonly id: string;
  readonly event: string;
  readonly sessionId: string;
  readonly tool?: string;
}

let guardian: RunningGuardian;
let browser: Browser;
let page: Page;

/** What the interface answers to the person who is signed in. */
async function ask<T>(path: string): Promise<T> {
  return (await (await page.request.get(new URL(path, guardian.url).href)).json()) as T;
}

describe.skipIf(chromium === undefined)('judge again', () => {
  beforeAll(async () => {
    guardian = await startGuardian({ INTERPOSE_FOLDER: join(folder, 'data') }, module);
    browser = await launchBrowser(chromium!);
    ({ page } = await openPage(browser));
    await signIn(page, guardian.login);
    await runAgent('openai', guardian.url, 100);
  });
  afterAll(async () => {
    await browser?.close();
    await guardian?.stop();
    rmSync(folder, { recursive: true });
  });

  test('says the same while the policies are the same, and the new verdict once they changed', async () => {
    const isRefund = ({ event, tool }: Decision): boolean =>
      event === 'preToolCall' && tool === 'refund';
    const all = (): Promise<Rows<Decision>> => ask<Rows<Decision>>('/api/decisions');
    await expect
      .poll(async () => (await all()).rows.some(isRefund), { timeout: 20_000 })
      .toBe(true);
    const { rows } = await all();
    const { id, sessionId } = rows.find(isRefund)!;
    await page.goto(new URL(`/sessions/${sessionId}?step=${id}`, guardian.url).href);
    const again = page.getByRole('button', { name: 'Judge again' });
    await again.click();
    await page.getByText('Same verdict today.').waitFor();

    const served = async (): Promise<unknown> =>
      (await ask<{ versions: readonly object[] }>('/api/policies')).versions.length;
    expect(await served()).toBe(1);
    writeFileSync(module, STRICTER);
    await expect.poll(served, { timeout: 20_000 }).toBe(2);
    await again.click();
    await page.getByText('Different verdict today.').waitFor();
    const verdicts = page.getByRole('status').filter({ hasText: 'Different verdict today.' });
    const told = (await verdicts.textContent()) ?? '';
    expect(told).toMatch(/Then.*allow.*Now.*deny.*Nobody pays back more than 500\.00/s);
    expect(told).toContain('shop/cap');
    expect(await seriousFindings(page)).toEqual([]);

    // Nothing ran and nothing was recorded: what was decided then stays what it was.
    expect((await all()).rows).toEqual(rows);
    await page.reload();
    await again.waitFor();
    expect(await page.getByText('Different verdict today.').count()).toBe(0);
  });
});
