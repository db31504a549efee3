import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A server that a test started for itself alone. */
export interface OwnServer {
  readonly port: number;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Asks a server that starts until it answers. */
export async function untilItAnswers(ask: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries > 200) throw error;
      await pause(50);
    }
  }
}

/** Ends a process that this one started, and waits for its end. */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
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
