import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test, vi } from 'vitest';

import { aosEvents } from '../src/index.ts';

// Each of them is a process, or a compiler, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const packageFolder = join(import.meta.dirname, '..');
const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'interpose-aos-readme-'));

afterAll(() => rmSync(folder, { recursive: true }));

function block(language: string): string {
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(readme);
  return found?.[1] ?? '';
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function link(name: string, target: string): void {
  const path = join(folder, 'node_modules', name);
  mkdirSync(join(path, '..'), { recursive: true });
  symlinkSync(realpathSync(target), path);
}

describe('the README', () => {
  test('has an example that prints what it says', async () => {
    link('@interpose/aos', packageFolder);
    link('@interpose/core', join(packageFolder, '../core'));
    link('@hono/node-server', join(packageFolder, 'node_modules/@hono/node-server'));
    const port = String(await freePort());
    writeFileSync(join(folder, 'app.mts'), block('ts').replaceAll('4747', port));
    const words = ['--conditions=@interpose/source', join(folder, 'app.mts')];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    expect(stdout).toBe(block('text'));
  });

  test('names every event that travels', () => {
    for (const event of aosEvents) expect(readme).toContain(`\`${event}\``);
  });
});
