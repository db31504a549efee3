import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Another host, as far as the kernel's network goes: it has an address of its own, and a wire that can be pulled. */
export interface SecondHost {
  readonly address: string;
  readonly port: number;
  /** Pulls the wire: nothing comes through, and nobody is told. */
  readonly unplug: () => Promise<void>;
  readonly plug: () => Promise<void>;
  /** Ends the host without a word, and starts another one at its address that knows no connection. */
  readonly replace: () => Promise<void>;
  readonly close: () => Promise<void>;
}

let made = 0;

/** Out of the range that is set aside for trying network devices; tests in other processes have hosts too. */
function freeSubnet(): string {
  return `198.${randomInt(18, 20)}.${randomInt(256)}`;
}

/** Starts a host, in a network namespace of its own, whose port leads to a port of this machine. */
export async function startSecondHost(target: number): Promise<SecondHost> {
  const name = `ipo${process.pid}-${(made += 1)}`;
  const folder = mkdtempSync(join(tmpdir(), 'interpose-host-'));
  const path = join(folder, 'wire');
  // A socket file is seen from every network namespace.
  const back = createServer((socket) => tie(socket, connect(target, '127.0.0.1')));
  back.listen(path);
  await once(back, 'listening');
  const host = { name, path, subnet: freeSubnet() };
  // What is sent while there is no such host goes nowhere: it must not leave this machine.
  const nowhere = ['blackhole', `${host.subnet}.0/30`, 'metric', '4000'];
  await ip('route', 'add', ...nowhere);
  let relay = await startHost(host);
  return {
    address: `${host.subnet}.2`,
    port: PORT,
    unplug: () => ip('-n', name, 'link', 'set', 'wire', 'down'),
    plug: () => ip('-n', name, 'link', 'set', 'wire', 'up'),
    async replace() {
      await ip('-n', name, 'link', 'set', 'wire', 'down');
      await end(relay);
      await removeHost(name);
      relay = await startHost(host);
    },
    async close() {
      await end(relay);
      // Its kernel still tells the other side, as long as there is a wire.
      const isOver = await isForgotten(host);
      await removeHost(name);
      back.close();
      if (isOver) await ip('route', 'del', ...nowhere);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Why no second host can be had here; undefined where it can. */
export async function missingHost(): Promise<string | undefined> {
  const name = `ipo${process.pid}-try`;
  try {
    await ip('netns', 'add', name);
    await ip('netns', 'del', name);
    return undefined;
  } catch (error) {
    return `no network namespace can be made here: ${String(error)}`;
  }
}

/** Each host has its address to itself. */
const PORT = 7000;

interface Host {
  readonly name: string;
  readonly path: string;
  readonly subnet: string;
}

/** Takes connections on its own address and hands them through the socket file. */
const RELAY = `
const { connect, createServer } = require('node:net');
const [path, address, port] = process.argv.slice(1);
createServer((socket) => {
  const back = connect(path);
  for (const [one, other] of [[socket, back], [back, socket]]) {
    one.on('error', () => undefined).on('close', () => other.destroy());
    one.pipe(other);
  }
}).listen(Number(port), address, () => console.log('ready'));
`;

async function startHost({ name, path, subnet }: Host): Promise<ChildProcess> {
  await ip('netns', 'add', name);
  await ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'wire', 'netns', name);
  await ip('addr', 'add', `${subnet}.1/30`, 'dev', name);
  await ip('-n', name, 'addr', 'add', `${subnet}.2/30`, 'dev', 'wire');
  await ip('link', 'set', name, 'up');
  await ip('-n', name, 'link', 'set', 'wire', 'up');
  const node = [process.execPath, '-e', RELAY, path, `${subnet}.2`, String(PORT)];
  const relay = spawn('ip', ['netns', 'exec', name, ...node], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(relay.stdout, 'data');
  return relay;
}

async function end(relay: ChildProcess): Promise<void> {
  const ended = once(relay, 'exit');
  relay.kill('SIGKILL');
  await ended;
}

async function removeHost(name: string): Promise<void> {
  await ip('link', 'del', name);
  await ip('netns', 'del', name);
}

/** True once the kernel sends that host nothing more. */
async function isForgotten({ subnet }: Host): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    const left = ['exclude', 'listening', 'exclude', 'time-wait', 'dst', `${subnet}.0/30`];
    if ((await run('ss', ['-Htan', 'state', 'all', ...left])).stdout === '') return true;
    await pause(50);
  }
  return false;
}

function tie(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => undefined).on('close', () => to.destroy());
    from.pipe(to);
  }
}

async function ip(...args: readonly string[]): Promise<void> {
  await run('ip', args);
}
