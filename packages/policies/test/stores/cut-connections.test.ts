import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  missingServer,
  openProxy,
  startPostgres,
  startRedis,
  type FaultyProxy,
} from '@interpose/faulty-servers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { blocks } from '../readme/read-blocks.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const packageFolder = join(import.meta.dirname, '../..');
/** Inside the package, so that examples find what it depends on. */
const folder = join(packageFolder, '.examples-cut');

beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const [name, kind, start] of [
  ['redis-store', 'redis', startRedis],
  ['kill-switch', 'redis', startRedis],
  ['postgres-store', 'postgres', startPostgres],
] as const) {
  const missing = await missingServer(kind);
  test(`the example of ${name} lives on when its connection is cut, and works again`, async ({
    skip,
  }) => {
    if (missing !== undefined) skip(missing);
    const [example = ''] = blocks(`src/${name}/README.md`, 'ts');
    const server = await start();
    const proxy = await openProxy(server.port);
    try {
      const file = join(folder, `${name}.mts`);
      writeFileSync(file, withProxy(example, kind, proxy) + AFTERWARDS);
      expect(await runUnderCuts(file, proxy)).toEqual(['ready', 'cut', 'again']);
    } finally {
      await proxy.close();
      await server.stop();
    }
  });
}

/** The example with the address of the proxy in place of the usual one. */
function withProxy(example: string, kind: 'redis' | 'postgres', { port }: FaultyProxy): string {
  const url = kind === 'redis' ? `redis://127.0.0.1:${port}` : '';
  return example
    .replace('redis://127.0.0.1:6379', url)
    .replace('createClient()', `createClient({ url: '${url}' })`)
    .replace('postgres://127.0.0.1/app', `postgres://postgres@127.0.0.1:${port}/postgres`);
}

/** Uses the store, waits until it was cut, and uses it until it answers again. */
const AFTERWARDS = `
await store.set('k', 1);
console.log('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));
await new Promise((resolve) => setTimeout(resolve, 300));
console.log('cut');
for (;;) {
  const got = await Promise.resolve().then(() => store.get('k')).catch(() => undefined);
  if (got === 1) break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
console.log('again');
process.exit(0);
`;

async function runUnderCuts(file: string, proxy: FaultyProxy): Promise<readonly string[]> {
  const child = spawn(process.execPath, ['--conditions=@interpose/source', file], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += String(data)));
  child.stdout.on('data', (data: Buffer) => {
    said.push(...String(data).trim().split('\n'));
    if (!said.includes('ready') || said.includes('cut')) return;
    proxy.cut();
    child.stdin.write('cut\n');
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 ? said : [...said, errors];
}
