import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { Pool } from 'pg';
import { createClient } from 'redis';

const run = promisify(execFile);

/** A server that a test started for itself alone. */
export interface OwnServer {
  readonly port: number;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A Redis that keeps nothing: stopping it loses everything. Throws where there is no `redis-server`. */
export async function startRedis(given?: number): Promise<OwnServer> {
  const port = given ?? (await freePort());
  const args = ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'];
  const child = spawn('redis-server', args, { stdio: 'ignore', cwd: tmpdir() });
  await once(child, 'spawn');
  const url = `redis://127.0.0.1:${port}`;
  await until(async () => {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on('error', () => undefined);
    await client.connect();
    await client.close();
  });
  return { port, url, stop: () => end(child) };
}

/** A PostgreSQL of its own, with no password and no durability. Throws where its programs are not there. */
export async function startPostgres(): Promise<OwnServer> {
  const [bin, user] = [findPostgres(), await unprivileged()];
  const [folder, port] = [mkdtempSync(join(tmpdir(), 'interpose-pg-')), await freePort()];
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const as = { cwd: folder, ...user };
  const auth = ['--auth=trust', '--username=postgres', '--no-sync', '--encoding=UTF8'];
  await run(join(bin, 'initdb'), ['-D', folder, ...auth], as);
  const settings = ['fsync=off', `unix_socket_directories=${folder}`].flatMap((one) => ['-c', one]);
  const args = ['-D', folder, '-p', String(port), '-h', '127.0.0.1', ...settings];
  const child = spawn(join(bin, 'postgres'), args, { ...as, stdio: 'ignore' });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await until(async () => {
    const pool = new Pool({ connectionString: url, max: 1 });
    try {
      await pool.query('select 1');
    } finally {
      await pool.end();
    }
  });
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, url, stop };
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

function findPostgres(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  const found = versions.map((version) => join(root, version, 'bin')).at(-1);
  if (found === undefined) throw new Error(`there is no PostgreSQL under ${root}`);
  return found;
}

/** PostgreSQL refuses to run as root. */
async function unprivileged(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return { uid: await numberOf('-u'), gid: await numberOf('-g') };
}

async function numberOf(flag: string): Promise<number> {
  return Number((await run('id', [flag, 'postgres'])).stdout);
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function until(answers: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await answers();
    } catch (error) {
      if (tries > 200) throw error;
      await pause(50);
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
