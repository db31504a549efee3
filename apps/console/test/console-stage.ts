import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { launchBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { findChromium } from './find-chromium.ts';
import { startGuardian, type RunningGuardian } from './guardian-process.ts';
import { SHOP_POLICIES } from './shop-policies.ts';

/** A guardian that runs, and a browser beside it. */
export interface OpenStage {
  readonly guardian: RunningGuardian;
  readonly browser: Browser;
}

/** A page on which somebody is signed in. */
export interface SignedInStage extends OpenStage {
  readonly watched: WatchedPage;
  readonly page: Page;
}

/** What tests of the console begin with: a folder, the policies of the shop, a guardian over them, and a browser. */
export class ConsoleStage {
  /** Undefined where there is no browser to test in: then nothing can be opened. */
  readonly chromium: string | undefined = findChromium();
  readonly folder: string;
  /** Where the policies are read from. */
  readonly module: string;
  #guardian: RunningGuardian | undefined;
  #browser: Browser | undefined;

  constructor(name: string) {
    this.folder = mkdtempSync(join(tmpdir(), `interpose-console-${name}-`));
    this.module = join(this.folder, 'policies.mjs');
    writeFileSync(this.module, SHOP_POLICIES);
  }

  /** Starts a guardian with these settings, and a browser without a page. */
  async open(settings: Readonly<Record<string, string>> = {}): Promise<OpenStage> {
    const data = { INTERPOSE_FOLDER: join(this.folder, 'data') };
    const guardian = (this.#guardian = await startGuardian({ ...data, ...settings }, this.module));
    const browser = (this.#browser = await launchBrowser(this.chromium!));
    return { guardian, browser };
  }

  /** The same, with a page on which the person of the one-time link is signed in. */
  async openSignedIn(settings: Readonly<Record<string, string>> = {}): Promise<SignedInStage> {
    const opened = await this.open(settings);
    const watched = await openPage(opened.browser);
    await signIn(watched.page, opened.guardian.login);
    return { ...opened, watched, page: watched.page };
  }

  /** Ends both, so that others can be opened over the same folder. */
  async end(): Promise<void> {
    await this.#browser?.close();
    await this.#guardian?.stop();
  }

  /** Ends both, and leaves nothing behind. */
  async close(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
