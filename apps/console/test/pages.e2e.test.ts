import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runAgent, type GuardedRun } from './agent-process.ts';
import { openPage, seriousFindings, signIn, type WatchedPage } from './browser.ts';
import { ConsoleStage } from './console-stage.ts';
import type { RunningGuardian } from './guardian-process.ts';
import { keepScreenshot } from './keep-screenshot.ts';

const stage = new ConsoleStage('pages');

const PAGES = [
  ['Live', '/'],
  ['Approvals', '/approvals'],
  ['Sessions', '/sessions'],
  ['Policies', '/policies'],
  ['Agents', '/agents'],
  ['Audit', '/audit'],
  ['Settings', '/settings'],
  ['Settings', '/settings?tab=people'],
  ['Settings', '/settings?tab=webhooks'],
  ['Settings', '/settings?tab=retention'],
  ['There is no such page', '/nowhere'],
] as const;

const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };

let guardian: RunningGuardian;
let browser: Browser;
let watched: WatchedPage;
const waiting: Promise<GuardedRun | undefined>[] = [];

async function begin(): Promise<void> {
  ({ guardian, browser } = await stage.open());
  for (const [sdk, cents] of [
    ['ai-sdk', 100],
    ['langchain', 90_000],
    ['openai', 2400],
    ['openai-agents', 60_000],
  ] as const)
    await runAgent(sdk, guardian.url, cents);
  watched = await openPage(browser);
  await signIn(watched.page, guardian.login);
  // They wait until the guardian is ended, and then end too.
  for (const [sdk, cents] of [
    ['ai-sdk', 9900],
    ['openai', 9900],
    ['langchain', 7200],
  ] as const)
    waiting.push(runAgent(sdk, guardian.url, cents).catch(() => undefined));
  await show('/approvals', 'Approvals');
  for (const cents of [9900, 7200])
    await watched.page
      .getByRole('link', { name: `${cents} cents?` })
      .first()
      .waitFor();
}

async function end(): Promise<void> {
  await stage.end();
  await Promise.all(waiting);
  await stage.close();
}

/** Opens an address, and waits until nothing of it is on its way. */
async function show(path: string, heading: string): Promise<Page> {
  const { page } = watched;
  await page.goto(new URL(path, guardian.url).href);
  await page.getByRole('heading', { name: heading, level: 1 }).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  return page;
}

describe.skipIf(stage.chromium === undefined)('the pages in a browser', () => {
  beforeAll(begin, 300_000);
  afterAll(end);

  test.each(PAGES)(
    '%s at %s keeps the policy of the guardian, fits narrow and wide, and axe finds nothing serious',
    async (heading, path) => {
      const { page } = watched;
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const size of [NARROW, WIDE]) {
          await page.setViewportSize(size);
          await show(path, heading);
          expect(await seriousFindings(page)).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
        }
        await keepScreenshot(page, heading, path, colorScheme);
      }
      expect(watched.complaints).toEqual([]);
    },
  );

  test('a step opens to what was asked and what each policy said, and its address survives a reload', async () => {
    const page = await show('/sessions?verb=deny', 'Sessions');
    await page.locator('.row-link').first().click();
    await page.getByRole('treegrid').waitFor();
    await page.getByRole('row', { name: 'deny' }).last().click();
    const pane = page.getByRole('region', { name: 'The step' });
    await pane.getByText('Nobody pays back more than 500.00').first().waitFor();
    await page.reload();
    await pane.getByText('"cents"').waitFor();
    await pane.getByText('shop/cap').first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFindings(page)).toEqual([]);
      await keepScreenshot(page, 'Session', '/sessions/one', colorScheme);
    }
    await page.setViewportSize(NARROW);
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize(WIDE);
    expect(watched.complaints).toEqual([]);
  });

  test('what a policy changed is shown as a difference', async () => {
    const page = await show('/sessions?verb=modify', 'Sessions');
    await page.locator('.row-link').first().click();
    const tree = page.getByRole('treegrid');
    await tree.focus();
    const step = tree.getByRole('row', { name: 'modify' }).first();
    await step.locator('.twig').click();
    await tree.getByRole('row', { name: 'tool result' }).first().click();
    const changes = page.getByRole('region', { name: 'What was changed' });
    await changes.getByText('removed:').first().waitFor();
    expect(await changes.textContent()).toContain('[mail]');
  });

  test('filters are in the address, with counts, and go by the keyboard', async () => {
    const page = await show('/', 'Live');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    await page.getByRole('checkbox', { name: /^deny/ }).focus();
    await page.keyboard.press('Space');
    await page.waitForURL(/verb=deny/);
    await page.getByText('2 sessions').waitFor();
    await page.reload();
    expect(await page.getByRole('checkbox', { name: /^deny/ }).isChecked()).toBe(true);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('go to Approvals').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
  });

  test('nothing moves under the pointer: what comes meanwhile waits behind a button', async () => {
    const page = await show('/', 'Live');
    await page.getByText('live', { exact: true }).waitFor();
    const rows = page.getByRole('table', { name: 'Decisions, newest first' });
    await rows.hover();
    const before = await rows.locator('.row-link').first().getAttribute('href');
    await runAgent('openai', guardian.url, 300);
    const held = page.getByRole('button', { name: /^\d+ new$/ });
    await held.waitFor();
    expect(await rows.locator('.row-link').first().getAttribute('href')).toBe(before);
    await held.click();
    await page.locator(`.row-link:not([href="${before}"])`).first().waitFor();
    await expect
      .poll(() => rows.locator('.row-link').first().getAttribute('href'))
      .not.toBe(before);
  });
});
