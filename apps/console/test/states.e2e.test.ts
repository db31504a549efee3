import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { seriousFindings } from './browser.ts';
import { ConsoleStage } from './console-stage.ts';
import type { RunningGuardian } from './guardian-process.ts';

const stage = new ConsoleStage('states');

/** Each page, what it asks for, and what it says while there is nothing. */
const PAGES = [
  ['/', '/api/decisions', 'No agent has asked yet'],
  ['/approvals', '/api/approvals', 'Nothing waits for you'],
  ['/sessions', '/api/sessions', 'No session yet'],
  ['/sessions/absent', '/api/sessions/absent', 'there is no such session'],
  ['/policies', '/api/policies', 'shop'],
  ['/agents', '/api/agents', 'No agent has asked yet'],
  ['/audit', '/api/audit', 'Nothing is chained yet'],
  ['/settings', '/api/settings/tokens', 'No agent has a token of its own'],
  ['/settings?tab=people', '/api/settings/people', 'you, admin'],
] as const;

let guardian: RunningGuardian;
let page: Page;

describe.skipIf(stage.chromium === undefined)('a page', () => {
  beforeAll(async () => {
    ({ guardian, page } = await stage.openSignedIn());
  });
  afterAll(() => stage.close());

  test.each(PAGES)(
    '%s says that it waits, that the guardian failed and what to do, and that there is nothing yet',
    async (path, asked, empty) => {
      const held = Promise.withResolvers<void>();
      const isAsked = (url: URL): boolean => url.pathname === asked;
      const error = { code: 'internal', message: 'the guardian failed', remedy: 'look at its log' };
      await page.route(isAsked, async (route) => {
        await held.promise;
        await route.fulfill({ status: 500, json: { error } });
      });
      await page.goto(new URL(path, guardian.url).href);
      await page.locator('.loading').first().waitFor();
      held.resolve();
      const failure = page.locator('.failure').first();
      await failure.getByText('look at its log').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.unroute(isAsked);
      await failure.getByRole('button', { name: 'Try again' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText(empty).first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    },
  );

  test('what leads to an ask that is gone says so beside an empty inbox, and a narrow page shows how to begin by keys', async () => {
    await page.goto(new URL('/approvals?id=absent', guardian.url).href);
    await page.getByText('There is no such approval.').waitFor();
    await page.getByText('Nothing waits for you.').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(guardian.url);
    const how = page.getByRole('region', { name: 'How to point an agent here' });
    await how.waitFor();
    await page.getByText('no decision', { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('a search that has found nothing yet looks further back by itself, says how far, and stops to ask', async () => {
    const noon = Date.UTC(2026, 0, 31, 12);
    const isAsked = (url: URL): boolean => url.pathname === '/api/sessions';
    const row = { id: 'long-ago', agent: 'a', startedAt: 1, lastAt: 1, steps: 1, chats: 1 };
    const counts = { denied: 0, asked: 0, modified: 0, errors: 0, spend: 0 };
    const facets = { verb: {}, policy: {}, agent: {}, tool: {}, code: {}, user: {} };
    let asked = 0;
    await page.route(isAsked, async (route) => {
      asked += 1;
      const found = asked > 25;
      const next = found ? null : `${noon - asked * 86_400_000}-`;
      await route.fulfill({ json: { rows: found ? [{ ...row, ...counts }] : [], next, facets } });
    });
    await page.goto(new URL('/sessions?q=zebra', guardian.url).href);
    const more = page.getByRole('button', { name: 'Look further back' });
    await more.waitFor();
    expect(asked).toBe(20);
    await page.getByText(/Searched up to .*11/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await more.press('Enter');
    await page.getByText('long-ago').first().waitFor();
    expect(asked).toBe(26);
    await page.unroute(isAsked);
  });
});
