import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { callTools, say, scriptedModel } from '@interpose/testing';
import { chromium } from 'playwright-core';

// A real browser presses Yes. The model is a script on this machine, over real HTTP.
await using server = await scriptedModel();
const { baseURL } = server.chat([
  callTools({ name: 'refund', args: { order: 'A-7', cents: 4200 } }),
  say('You have your 42 euros back.'),
]);
const app = spawn('node_modules/.bin/next', ['dev', '--port', '0', '--hostname', '127.0.0.1'], {
  env: {
    ...process.env,
    OPENAI_BASE_URL: baseURL,
    OPENAI_API_KEY: 'offline',
    NEXT_TELEMETRY_DISABLED: '1',
  },
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
