import { setTimeout as pause } from 'node:timers/promises';

import type { SoakedHooks } from './soaked-hooks.ts';

/** The time in milliseconds for a chat, or for closing a registry, on a busy machine. */
const PATIENCE_MS = 30_000;
/** The time in milliseconds that a forgotten stream takes to end if its store hangs. */
const SETTLING_MS = 2000;

/** Waits until no forgotten stream is open, for at most the time it takes on a failing store. */
export async function settle(registries: readonly SoakedHooks[]): Promise<void> {
  const patience = Date.now() + SETTLING_MS;
  do {
    gc();
    await pause(10);
  } while (isAnyOpen(registries) && Date.now() < patience);
  gc();
}

function isAnyOpen(registries: readonly SoakedHooks[]): boolean {
  return registries.some(({ open }) => open.size > 0);
}

/** Closes the registries and returns their faults, such as chats that never ended. */
export async function closeAll(registries: readonly SoakedHooks[]): Promise<readonly string[]> {
  const found: string[] = [];
  const patience = Date.now() + PATIENCE_MS;
  while (isAnyOpen(registries) && Date.now() < patience) {
    gc();
    await pause(50);
  }
  for (const { hooks, open, wrong } of registries) {
    for (const label of new Set(open.values())) found.push(`no ending: ${label}`);
    found.push(...wrong);
    if (!(await inTime(hooks.close()))) found.push('closing hangs');
  }
  return found;
}

/** Returns the timers that keep the process alive although everything is closed. */
export async function timersLeft(): Promise<readonly string[]> {
  for (let tries = 0; tries < 200 && timers() > 0; tries += 1) await immediately();
  return timers() === 0 ? [] : [`${timers()} timers are left`];
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}

function immediately(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Whether the work ends in time. */
export async function inTime(work: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const isLate = pause(PATIENCE_MS, false, { signal: late.signal }).catch(() => false);
  const isOver = await Promise.race([work.then(() => true), isLate]);
  late.abort();
  return isOver;
}

/** Collects garbage. */
function gc(): void {
  globalThis.gc?.();
}
