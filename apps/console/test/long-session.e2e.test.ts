import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type WatchedPage } from './browser.ts';
import { ConsoleStage } from './console-stage.ts';
import { freshDatabase } from './fresh-database.ts';
import type { RunningGuardian } from './guardian-process.ts';
import { writeLongSession } from './write-long-session.ts';

const STEPS = 10_000;
const FEW = 300;
/** What holds the page longer than this is felt. */
const LONGEST_TASK_MS = 200;

const database = await freshDatabase();
const stage = new ConsoleStage('long');

let guardian: RunningGuardian;
let watched: WatchedPage;

interface Worked {
  /** The longest time that the page did nothing else, in milliseconds; 0 under 50. */
  readonly longest: number;
  /** All that it worked, in seconds. */
  readonly busy: number;
}

/** Scrolls and walks through a session by wheel and keys, and tells how much work that was for the page. */
async function walk(page: Page, id: string, steps: number): Promise<Worked> {
  await page.goto(new URL(`/sessions/${id}`, guardian.url).href);
  const tree = page.getByRole('treegrid');
  await tree.getByRole('row').nth(5).waitFor();
  expect(await tree.getAttribute('aria-rowcount')).toBe(String(steps + 1));
  await page.evaluate(`
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask' });
  `);
  const browserSide = await page.context().newCDPSession(page);
  await browserSide.send('Performance.enable');
  const before = await busyOf(browserSide);
  await tree.hover();
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 400);
  await tree.focus();
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await tree.getByRole('row', { name: `tool_${steps - 1}` }).waitFor();
  await page.keyboard.press('Home');
  await tree.getByRole('row', { name: 'tool_0' }).first().waitFor();
  expect(await tree.getByRole('row').count()).toBeLessThan(100);
  const busy = (await busyOf(browserSide)) - before;
  return { longest: await page.evaluate<number>('window.longest'), busy };
}

async function busyOf(browserSide: CDPSession): Promise<number> {
  const { metrics } = await browserSide.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

describe.skipIf(stage.chromium === undefined || database === undefined)('10,000 steps', () => {
  beforeAll(async () => {
    ({ guardian, watched } = await stage.openSignedIn({ INTERPOSE_DATABASE_URL: database!.url }));
    await writeLongSession(database!, 'few', FEW);
    await writeLongSession(database!, 'long', STEPS);
  });
  afterAll(async () => {
    await stage.close();
    await database?.drop();
  });

  test('are walked through like 300, with only the rows in view drawn', async () => {
    const few = await walk(watched.page, 'few', FEW);
    const long = await walk(watched.page, 'long', STEPS);
    expect(long.busy).toBeLessThan(3 * few.busy);
    // On a machine that does other things too, a short session is not smooth either.
    expect(long.longest).toBeLessThan(Math.max(LONGEST_TASK_MS, 3 * few.longest));
  });

  test('open to each of them by its address, also after a reload', async () => {
    const { page } = watched;
    await page.goto(new URL('/sessions/long?step=long-7777', guardian.url).href);
    const pane = page.getByRole('region', { name: 'The step' });
    await pane.getByRole('heading', { name: 'tool_7777' }).waitFor();
    await page.reload();
    await pane.getByRole('heading', { name: 'tool_7777' }).waitFor();
    const row = page.getByRole('treegrid').getByRole('row', { name: 'tool_7777' });
    await row.waitFor();
    const inView = await row.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    expect(inView).toBe(true);
    expect(watched.complaints).toEqual([]);
  });
});
