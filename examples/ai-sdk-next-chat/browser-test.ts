import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { chromium } from 'playwright-core';

// A real browser presses Yes. Without a key, `start.ts` lets a script on this machine answer in place of the model.
const { OPENAI_API_KEY: _, ...env } = process.env;
const words = ['start.ts', '--port', '0', '--hostname', '127.0.0.1'];
const app = spawn(process.execPath, words, {
  env: { ...env, NEXT_TELEMETRY_DISABLED: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true,
});
const address = await new Promise<string>((resolve) => {
  app.stdout.on('data', (chunk: Buffer) => {
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString())?.[0];
    if (found !== undefined) resolve(found);
  });
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  await page.goto(address, { timeout: 120_000 });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Yes' }).click({ timeout: 120_000 });
  await page.getByText('You have your 42 euros back.').waitFor({ timeout: 60_000 });
  if (process.env.SCREENSHOT !== undefined) await page.screenshot({ path: process.env.SCREENSHOT });
  console.log('approved in the browser');
} finally {
  await browser.close();
  process.kill(-app.pid!, 'SIGTERM');
  await once(app, 'close');
}
