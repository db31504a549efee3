import { freePort } from '@interpose/faulty-servers';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '@interpose/faulty-servers/identity-provider';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { launchBrowser, openPage, seriousFindings, signIn } from './browser.ts';
import { ConsoleStage } from './console-stage.ts';
import type { RunningGuardian } from './guardian-process.ts';
import { keepScreenshot } from './keep-screenshot.ts';

const stage = new ConsoleStage('sign-in');

let guardian: RunningGuardian;
let provider: IdentityProvider;
let browser: Browser;

/** A page that reaches this machine only: the provider's pages would fetch fonts. */
async function openHere(own: Browser = browser): ReturnType<typeof openPage> {
  const opened = await openPage(own);
  await opened.page.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  return opened;
}

/** Fills in the pages of the provider as a person does. */
async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function enterAs(page: Page, name: string): Promise<void> {
  await page.goto(new URL('/sessions', guardian.url).href);
  await signInAtProvider(page, name);
  await page.getByText('approver · default').waitFor();
}

/** Signs out, at the provider too. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.getByRole('link', { name: 'Sign in with your organisation' }).waitFor();
}

/** Holds back the guardian's answer to whoever signs out, from `held` on until `release` is called. */
async function holdLogout(
  page: Page,
): Promise<{ readonly held: Promise<void>; readonly release: () => void }> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/api/logout', async (route) => {
    const response = await route.fetch();
    held.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { held: held.promise, release: released.resolve };
}

describe.skipIf(stage.chromium === undefined)('a login of an organisation', () => {
  beforeAll(async () => {
    const port = await freePort();
    const own = `http://127.0.0.1:${port}`;
    provider = await startIdentityProvider(`${own}/auth/oidc/callback`, `${own}/login`);
    const verified = { email: 'ada@acme.example', email_verified: true };
    provider.people.set('ada', { name: 'Ada', groups: ['ops'], ...verified });
    provider.people.set('bob', { name: 'Bob', groups: ['ops'], ...verified });
    provider.people.set('eve', { name: 'Eve', groups: [], ...verified });
    ({ guardian, browser } = await stage.open({
      INTERPOSE_PORT: String(port),
      INTERPOSE_PUBLIC_URL: own,
      INTERPOSE_OIDC_ISSUER: provider.issuer,
      INTERPOSE_OIDC_CLIENT_ID: provider.clientId,
      INTERPOSE_OIDC_CLIENT_SECRET: provider.clientSecret,
      INTERPOSE_OIDC_ROLES: JSON.stringify({ ops: 'approver' }),
    }));
  });
  afterAll(async () => {
    await stage.close();
    await provider?.close();
  });

  test('leads through the provider to the page that was asked for, and out again', async () => {
    const { page, complaints } = await openHere();
    await page.goto(new URL('/sessions?agent=shop', guardian.url).href);
    const link = page.getByRole('link', { name: 'Sign in with your organisation' });
    await link.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await keepScreenshot(page, 'login', '/login', colorScheme);
    }
    expect(complaints).toEqual([]);
    await signInAtProvider(page, 'ada');
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?agent=shop');
    await page.getByText('approver · default').waitFor();
    await page.reload();
    await page.getByText('approver · default').waitFor();
    const { held, release } = await holdLogout(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await held;
    // What the page reads meanwhile is refused, and does not lead elsewhere.
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('alert').getByText('Nobody is signed in').waitFor();
    release();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await link.waitFor();
    // The provider has ended its own login too: it asks for a name again.
    await link.click();
    await page.getByPlaceholder('Enter any login').waitFor();
    // The pages of the provider have complaints of their own; ours break no rule of their policy on the way.
    expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
    await page.context().close();
  });

  test('ends at the organisation too where somebody presses twice while that is slow', async () => {
    const { page } = await openHere();
    await enterAs(page, 'ada');
    const asked = Promise.withResolvers<void>();
    await page.route('**/session/end?*', async (route) => {
      asked.resolve();
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    const box = await page.getByRole('button', { name: 'Sign out' }).boundingBox();
    const press = (): Promise<void> => page.mouse.click(box!.x + 5, box!.y + 5);
    await press();
    await asked.promise;
    await press();
    await page.getByRole('button', { name: 'Yes, sign me out' }).waitFor();
    expect(new URL(page.url()).origin).toBe(new URL(provider.issuer).origin);
    await page.context().close();
  });

  test('that began anew in another tab is shown and ended in this one', async () => {
    const { page } = await openHere();
    await enterAs(page, 'ada');
    const other = await page.context().newPage();
    await other.goto(new URL('/sessions', guardian.url).href);
    await other.getByText('Ada').waitFor();
    await leave(page);
    await signInAtProvider(page, 'bob');
    await other.getByText('Bob').waitFor();
    await leave(other);
    expect(new URL(other.url()).pathname).toBe('/login');
    await page.context().close();
  });

  test('that has ended shows nothing to whoever goes back', async () => {
    const keeping = await launchBrowser(stage.chromium!, {
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    const { page } = await openHere(keeping);
    await enterAs(page, 'ada');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).waitFor();
    await page.evaluate('setTimeout(() => history.back())');
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    expect(await page.getByText('Ada').count()).toBe(0);
    await keeping.close();
  });

  test('says in words why somebody without a role is not let in', async () => {
    const { page } = await openHere();
    await page.goto(new URL('/', guardian.url).href);
    await signInAtProvider(page, 'eve');
    await page.getByRole('alert').getByText('You have no role here.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(new URL('/sessions', guardian.url).href);
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await page.context().close();
  });

  test('shows admins whose role the organisation says', async () => {
    const { page } = await openPage(browser);
    await signIn(page, guardian.login);
    await page.goto(new URL('/settings?tab=people', guardian.url).href);
    await page.getByText('approver, as your organisation says').first().waitFor();
    expect(await page.getByLabel('Role of Ada').count()).toBe(0);
    await page.context().close();
  });
});
