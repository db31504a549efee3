import { once } from 'node:events';
import { unwatchFile, watchFile } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { InterposeError } from '@interpose/core';

import type { GuardianChoice } from './parse-guardian-arguments.ts';
import { PolicyHost } from './policy-host.ts';
import type { Reporter } from './reporter.ts';

const WATCH_MS = 200;
/** What is in flight at the end of this is given up; the policies then have the second time to close. */
const DRAIN_MS = 9000;
const CLOSE_MS = 900;
const SWEEP_MS = 50;
/** Agents pause between steps; a connection closed under a request denies the step. */
const IDLE_MS = 65_000;

/** Serves until there is a reason to stop; the exit code tells whether everything in flight was answered. */
export async function runGuardian(
  { module, port, token }: GuardianChoice,
  report: Reporter,
): Promise<number> {
  const host = new PolicyHost(module, token, report);
  await host.load();
  let draining = false;
  const answer = getRequestListener((request) =>
    new URL(request.url).pathname === '/health' ? health(host, draining) : host.answer(request),
  );
  const server = createServer((incoming, outgoing) => {
    if (draining) outgoing.setHeader('connection', 'close');
    void answer(incoming, outgoing);
  });
  server.keepAliveTimeout = IDLE_MS;
  await listen(server, port);
  const { port: own } = server.address() as AddressInfo;
  report({ kind: 'listening', url: `http://127.0.0.1:${own}/`, token });
  watchFile(module, { interval: WATCH_MS }, () => void host.reload());
  const reason = await reasonToStop();
  draining = true;
  report({ kind: 'draining', reason });
  unwatchFile(module);
  const isDrained = await drain(server, host);
  const isClosed = await within(CLOSE_MS, host.close());
  return isDrained && isClosed ? 0 : 1;
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const problem = `port ${port} cannot be listened on: ${(error as Error).message}`;
    const remedy = 'end what holds it, or choose another with --port; 0 takes any that is free';
    throw new InterposeError('port_unavailable', problem, remedy, { cause: error });
  }
}

function health(host: PolicyHost, draining: boolean): Response {
  const status = draining ? 'draining' : 'serving';
  const { names, digest, inFlight } = host;
  const body = { status, policies: names, digest, inFlight };
  return Response.json(body, { status: draining ? 503 : 200 });
}

/**
 * The first reason to stop: a signal, or the end of the process that started this one with a channel. The same signal
 * may come twice, from the terminal and from whoever started this; the second must not cut off what is in flight.
 */
function reasonToStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve(signal));
    process.on('disconnect', () => resolve('disconnect'));
    process.channel?.unref();
  });
}

/** Takes nothing new, and gives what is in flight its time; true when all of it was answered. */
async function drain(server: Server, host: PolicyHost): Promise<boolean> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const isDrained = await within(DRAIN_MS, closed);
  clearInterval(sweep);
  if (isDrained) return true;
  const isIdle = host.inFlight === 0;
  host.giveUp();
  // What was given up is told to whoever asked before the connections go.
  await within(SWEEP_MS, closed);
  server.closeAllConnections();
  return isIdle;
}

/** True where the work is over within this time. */
async function within(timeMs: number, work: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeMs);
  });
  const inTime = await Promise.race([work.then(() => true as const), late]);
  clearTimeout(timer);
  return inTime;
}
