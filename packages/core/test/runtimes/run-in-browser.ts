import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import type { Findings } from './scenario.ts';
import type { Stage } from './stage-runtime.ts';

/** Nothing but the page may use the network, and as root there is no sandbox. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens a page in this browser, headless, that runs the staged scenario. */
export async function runInBrowser(executablePath: string, stage: Stage): Promise<Findings> {
  const server = await serve(stage);
  try {
    const browser = await chromium.launch({
      executablePath,
      args: process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS,
    });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      return await page.evaluate<Findings>(
        "import('./scenario.js').then((module) => module.scenario())",
      );
    } finally {
      await browser.close();
    }
  } finally {
    server.close();
  }
}

function serve({ folder, modules }: Stage): Promise<Server> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    if (path === '') response.setHeader('content-type', 'text/html').end('<title>core</title>');
    else if (modules.includes(path))
      response.setHeader('content-type', 'text/javascript').end(readFileSync(join(folder, path)));
    else response.writeHead(404).end();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
