import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Pool } from 'pg';

import { endProcess, freePort, untilItAnswers, type OwnServer } from './own-process.ts';

const run = promisify(execFile);

/** A PostgreSQL that a test started for itself alone. */
export interface OwnPostgres extends OwnServer {
  /** Ends it at once, with all connections, as a crash does, and starts it over its data. */
  readonly restart: () => Promise<void>;
  /**
   * Lets no file of it grow beyond so many bytes, as a disk without room; undefined gives the room back. The files of its
   * log have 16 MiB. Works on Linux alone.
   */
  readonly limitFiles: (bytes: number | undefined) => Promise<void>;
}

/** A PostgreSQL of its own, with no password and no durability. Throws where its programs are not there. */
export async function startPostgres(): Promise<OwnPostgres> {
  const [bin, user] = [findPostgres(), await unprivileged()];
  const [folder, port] = [mkdtempSync(join(tmpdir(), 'interpose-pg-')), await freePort()];
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const as = { cwd: folder, ...user };
  const auth = ['--auth=trust', '--username=postgres', '--no-sync', '--encoding=UTF8'];
  await run(join(bin, 'initdb'), ['-D', folder, ...auth], as);
  const settings = ['fsync=off', `unix_socket_directories=${folder}`].flatMap((one) => ['-c', one]);
  const args = ['-D', folder, '-p', String(port), '-h', '127.0.0.1', ...settings];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(join(bin, 'postgres'), args, { ...as, stdio: 'ignore' });
    await untilItAnswers(() => answers(url));
    return started;
  };
  let child = await start();
  return {
    port,
    url,
    restart: async () => {
      await endProcess(child, 'SIGQUIT');
      child = await start();
    },
    limitFiles: (bytes) => limitFiles(child, bytes, as),
    stop: async () => {
      await endProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where the programs of the newest PostgreSQL are. */
export function findPostgres(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  const found = versions.map((version) => join(root, version, 'bin')).at(-1);
  if (found === undefined) throw new Error(`there is no PostgreSQL under ${root}`);
  return found;
}

async function answers(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    await pool.query('select 1');
  } finally {
    await pool.end();
  }
}

/** Connections have processes of their own; new ones take over the limit of the first. */
async function limitFiles(
  { pid = 0 }: ChildProcess,
  bytes: number | undefined,
  as: { readonly uid?: number; readonly gid?: number },
): Promise<void> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const limit = `--fsize=${bytes ?? 'unlimited'}:`;
  await run('prlimit', ['--pid', String(pid), limit], as);
  // A connection may end meanwhile.
  await Promise.allSettled(children.map((one) => run('prlimit', ['--pid', one, limit], as)));
}

/** PostgreSQL refuses to run as root. */
async function unprivileged(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return { uid: await numberOf('-u'), gid: await numberOf('-g') };
}

async function numberOf(flag: string): Promise<number> {
  return Number((await run('id', [flag, 'postgres'])).stdout);
}
