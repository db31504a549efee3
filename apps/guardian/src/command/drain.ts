import type { Server } from 'node:http';

import type { PolicyHost } from '../policies/policy-host.ts';

/** The milliseconds after which requests in flight are given up. */
const DRAIN_MS = 9000;
const SWEEP_MS = 50;

/**
 * Resolves with the first reason to stop: a signal, or the end of the parent process that has a channel to this one. A
 * signal may come twice, from the terminal and from the parent; the second must not cut off requests in flight.
 */
export function reasonToStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve(signal));
    process.on('disconnect', () => resolve('disconnect'));
    process.channel?.unref();
  });
}

/** Stops taking requests, and gives those in flight time to end; resolves with true if all were answered. */
export async function drain(server: Server, host: PolicyHost): Promise<boolean> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const isDrained = await within(DRAIN_MS, closed);
  clearInterval(sweep);
  if (isDrained) return true;
  const isIdle = host.inFlight === 0;
  host.giveUp();
  // Callers learn that their requests were given up before their connections close.
  await within(SWEEP_MS, closed);
  server.closeAllConnections();
  return isIdle;
}

/** Whether the work ends within this time. */
export async function within(timeMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeMs);
  });
  const inTime = await Promise.race([work.then(() => true as const), late]);
  clearTimeout(timer);
  return inTime;
}
