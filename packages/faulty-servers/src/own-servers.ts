import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

import { createClient } from 'redis';

import { findPostgres } from './own-postgres.ts';
import { endProcess, freePort, untilItAnswers, type OwnServer } from './own-process.ts';

const run = promisify(execFile);

/** A Redis that keeps nothing: stopping it loses everything. Throws where there is no `redis-server`. */
export async function startRedis(given?: number): Promise<OwnServer> {
  const port = given ?? (await freePort());
  const args = ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'];
  const child = spawn('redis-server', args, { stdio: 'ignore', cwd: tmpdir() });
  await once(child, 'spawn');
  const url = `redis://127.0.0.1:${port}`;
  await untilItAnswers(async () => {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on('error', () => undefined);
    await client.connect();
    await client.close();
  });
  return { port, url, stop: () => endProcess(child) };
}

/** Why a test of this server is skipped; undefined where its programs are there. */
export async function missingServer(kind: 'redis' | 'postgres'): Promise<string | undefined> {
  try {
    if (kind === 'postgres') findPostgres();
    else await run('redis-server', ['--version']);
    return undefined;
  } catch (error) {
    return `no ${kind} server can be started here: ${String(error)}`;
  }
}
