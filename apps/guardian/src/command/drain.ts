import type { Server } from 'node:http';

import type { PolicyHost } from '../policies/policy-host.ts';

/** What is in flight at the end of this is given up. */
const DRAIN_MS = 9000;
const SWEEP_MS = 50;

/**
 * The first reason to stop: a signal, or the end of the process that started this one with a channel. The same signal
 * may come twice, from the terminal and from whoever started this; the second must not cut off what is in flight.
 */
export function reasonToStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve(signal));
    process.on('disconnect', () => resolve('disconnect'));
    process.channel?.unref();
  });
}

/** Takes nothing new, and gives what is in flight its time; true when all of it was answered. */
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
  // What was given up is told to whoever asked before the connections go.
  await within(SWEEP_MS, closed);
  server.closeAllConnections();
  return isIdle;
}

/** True where the work is over within this time. */
export async function within(timeMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeMs);
  });
  const inTime = await Promise.race([work.then(() => true as const), late]);
  clearTimeout(timer);
  return inTime;
}
