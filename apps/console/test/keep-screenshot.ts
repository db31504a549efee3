import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../../..');

/** Those of the documentation change only when somebody asks for it: times differ on every run. */
const FOLDER =
  process.env['WRITE_SCREENSHOTS'] === '1'
    ? join(ROOT, 'docs/screenshots/console')
    : join(ROOT, 'reports/screenshots/console');

/** Keeps how a page looks; a page that is an error, or has one on it, is not kept. */
export async function keepScreenshot(
  page: Page,
  heading: string,
  path: string,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  if (path === '/nowhere' || (await page.locator('.failure').count()) > 0) return;
  const [, tab] = path.split('tab=');
  const name = [heading.toLowerCase().replaceAll(' ', '-'), tab, colorScheme]
    .filter((part) => part !== undefined)
    .join('-');
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
