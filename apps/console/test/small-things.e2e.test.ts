import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runAgent } from './agent-process.ts';
import { askByHand } from './ask-by-hand.ts';
import { openPage } from './browser.ts';
import { ConsoleStage } from './console-stage.ts';
import type { RunningGuardian } from './guardian-process.ts';

const stage = new ConsoleStage('small');

let guardian: RunningGuardian;
let page: Page;

describe.skipIf(stage.chromium === undefined)('a person', () => {
  beforeAll(async () => {
    const opened = await stage.open();
    ({ guardian } = opened);
    ({ page } = await openPage(opened.browser));
  });
  afterAll(() => stage.close());

  test('who opens the link of the guardian where the login is open already is signed in by it', async () => {
    await page.goto(new URL('/login', guardian.url).href);
    await page.getByLabel('One-time token').waitFor();
    await page.goto(guardian.login);
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  test('sends other arguments only once they are other, with words, by one key from either field', async () => {
    await page.goto(new URL('/approvals', guardian.url).href);
    const run = runAgent('openai', guardian.url, 9900);
    await page.getByRole('link', { name: '9900 cents?' }).first().click();
    await page.getByRole('button', { name: 'Change arguments' }).click();
    const send = page.getByRole('button', { name: 'Run with these arguments' });
    await page.getByText('Nothing is changed.').waitFor();
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel('Arguments, as JSON').press('Control+Enter');
    await page.getByLabel('Arguments, as JSON').fill('{"id":"A-7","cents":400}');
    expect(await send.isEnabled()).toBe(true);
    const words = page.getByLabel('Words to the model (optional)');
    const above = async (name: typeof words): Promise<number> => (await name.boundingBox())?.y ?? 0;
    expect(await above(words)).toBeLessThan(await above(send));
    await words.fill('A part of it.');
    await words.press('Control+Enter');
    expect((await run).done).toEqual(['found A-7', 'paid back 400 for A-7']);
  });

  test('sees what judging again brought, without scrolling for it', async () => {
    await page.goto(new URL('/sessions', guardian.url).href);
    await page.locator('.row-link').first().click();
    await page.getByRole('row', { name: 'find_order' }).first().click();
    const button = page.getByRole('button', { name: 'Judge again' });
    await button.scrollIntoViewIfNeeded();
    await button.click();
    const outcome = page.getByText('Same verdict today.');
    await outcome.waitFor();
    const isInView = await outcome.evaluate((element) => {
      const pane = element.closest('.step-pane')!.getBoundingClientRect();
      const { top, bottom } = element.getBoundingClientRect();
      return top >= pane.top && bottom <= pane.bottom;
    });
    expect(isInView).toBe(true);
  });

  test('whose computer has lost the network is told so, and no answer is kept to be sent later', async () => {
    await page.goto(new URL('/approvals', guardian.url).href);
    const ask = askByHand(guardian.url, 'refund', { cents: 9800 });
    await page.getByRole('link', { name: '9800 cents?' }).first().click();
    await ask;
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('The guardian does not answer.').first().waitFor({ timeout: 15_000 });
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('denied').first().waitFor();
    expect(sent.length).toBe(1);
  });
});
