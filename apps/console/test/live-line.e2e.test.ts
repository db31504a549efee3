import type { ApprovalPage } from '@interpose/guardian-api';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runAgent } from './agent-process.ts';
import { ConsoleStage } from './console-stage.ts';
import type { RunningGuardian } from './guardian-process.ts';

const stage = new ConsoleStage('live-line');

/** Holds the first request that fits, until it is let go with what the guardian answered before or answers then. */
async function holdFirst(page: Page, path: string, answered: 'before' | 'then') {
  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    const response = answered === 'before' ? await route.fetch() : undefined;
    held.resolve();
    await free.promise;
    // A page that asked again does not wait for this one any more.
    await (response === undefined ? route.continue() : route.fulfill({ response })).catch(() => {});
  };
  await page.route(({ pathname }) => pathname === path, hold, { times: 1 });
  return { held: held.promise, free: () => free.resolve() };
}

describe.skipIf(stage.chromium === undefined)('an ask that comes as the page loads', () => {
  let guardian: RunningGuardian;
  let page: Page;
  beforeAll(async () => {
    ({ guardian, page } = await stage.openSignedIn());
  });
  afterAll(() => stage.close());

  test.each([
    ['after the list was read and before it is shown', '/api/approvals', 'before', 9100],
    ['after the list was read and before the page hears what happens', '/api/live', 'then', 9200],
  ] as const)('is shown, also %s', async (_, path, answered, cents) => {
    const { held, free } = await holdFirst(page, path, answered);
    await page.goto(new URL('/approvals', guardian.url).href);
    await held;
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
    if (path === '/api/live') await page.getByText('Nothing waits for you').waitFor();
    const run = runAgent('openai', guardian.url, cents);
    await waits(page, cents);
    free();
    await page.getByRole('link', { name: `Pay back ${cents} cents?` }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    expect((await run).done).toEqual(['found A-7']);
  });

  /** Asks the guardian past the page, with pauses: it takes only so many requests of a person in a minute. */
  async function waits({ request }: Page, cents: number): Promise<void> {
    const address = new URL('/api/approvals?state=waiting', guardian.url).href;
    const asked = async (): Promise<readonly string[]> => {
      const response = await request.get(address);
      expect(response.status()).toBe(200);
      const { rows } = (await response.json()) as ApprovalPage;
      return rows.map(({ question }) => question);
    };
    await expect.poll(asked, { interval: 250 }).toContain(`Pay back ${cents} cents?`);
  }
});
