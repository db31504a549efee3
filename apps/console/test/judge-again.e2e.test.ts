import { writeFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runAgent } from './agent-process.ts';
import { seriousFindings } from './browser.ts';
import { ConsoleStage } from './console-stage.ts';
import type { RunningGuardian } from './guardian-process.ts';
import { SHOP_POLICIES } from './shop-policies.ts';

const stage = new ConsoleStage('judge');
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
let page: Page;

/** What the interface answers to the person who is signed in. */
async function ask<T>(path: string): Promise<T> {
  return (await (await page.request.get(new URL(path, guardian.url).href)).json()) as T;
}

describe.skipIf(stage.chromium === undefined)('judge again', () => {
  beforeAll(async () => {
    ({ guardian, page } = await stage.openSignedIn());
    await runAgent('openai', guardian.url, 100);
  });
  afterAll(() => stage.close());

  test('says the same while the policies are the same, and the new verdict once they changed', async () => {
    const isRefund = ({ event, tool }: Decision): boolean =>
      event === 'preToolCall' && tool === 'refund';
    const all = (): Promise<Rows<Decision>> => ask<Rows<Decision>>('/api/decisions');
    // Everything that the agent did is stored once nothing waits in the spool.
    const metrics = async (): Promise<string> =>
      (await page.request.get(new URL('/metrics', guardian.url).href)).text();
    await expect.poll(metrics, { timeout: 60_000 }).toMatch(/^interpose_guardian_spool_bytes 0$/m);
    const { rows } = await all();
    const { id, sessionId } = rows.find(isRefund)!;
    await page.goto(new URL(`/sessions/${sessionId}?step=${id}`, guardian.url).href);
    const again = page.getByRole('button', { name: 'Judge again' });
    await again.click();
    await page.getByText('Same verdict today.').waitFor();

    const served = async (): Promise<unknown> =>
      (await ask<{ versions: readonly object[] }>('/api/policies')).versions.length;
    expect(await served()).toBe(1);
    writeFileSync(stage.module, STRICTER);
    await expect.poll(served, { timeout: 60_000 }).toBe(2);
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
