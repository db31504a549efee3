import { InterposeError, type StateStore } from '@interpose/core';

import { storedValue } from './stored-text.ts';
import { inTurns } from './in-turns.ts';
import { storedFor } from './stored-for.ts';
import { withinTime, type Deadline } from './within-time.ts';

/** The abilities of a key-value server that a store needs; every text is JSON. */
export interface ComparingServer {
  read(key: string): Promise<string | undefined>;
  /** Reads the text, with the time of the server in epoch milliseconds. */
  readAt(key: string): Promise<{ readonly text: string | undefined; readonly now: number }>;
  /** Writes the text, or removes the key if it is undefined; without `ttlMs` it never expires. */
  write(key: string, text: string | undefined, ttlMs: number | undefined): Promise<void>;
  /** Writes in one step, only if the stored text is `expected`; returns whether it did. */
  replace(
    key: string,
    expected: string | undefined,
    text: string | undefined,
    ttlMs: number | undefined,
  ): Promise<boolean>;
  removeAll(prefix: string): Promise<void>;
}

/**
 * A StateStore over a server that compares before it writes. Updates of one key take turns in this process, so that
 * only other processes compete. After losing, an update reads and tries again until `timeoutMs` is over.
 *
 * @example
 * const store = comparingStore(server, 5000);
 * await store.update('calls', (count) => Number(count ?? 0) + 1); // => 1
 * @throws InterposeError `store_timeout` when the server does not answer in time, `store_contended` when others always were faster.
 */
export function comparingStore(server: ComparingServer, timeoutMs: number): StateStore {
  checkTimeout(timeoutMs);
  const takeTurn = inTurns();
  return {
    get: (key) => withinTime(timeoutMs, async () => storedValue(await server.read(checked(key)))),
    set: (key, value, ttlMs) =>
      withinTime(timeoutMs, () => server.write(checked(key), ...storedFor(value, ttlMs))),
    // A turn ends with its time, so that a hanging update does not hold up the next.
    update: (key, change, ttlMs) =>
      withinTime(timeoutMs, (deadline) =>
        takeTurn(checked(key), () =>
          Promise.race([deadline.over, updateKey({ server, key, change, ttlMs, deadline })]),
        ),
      ),
    clear: (prefix) => withinTime(timeoutMs, () => server.removeAll(checked(prefix))),
  };
}

interface Updating {
  readonly server: ComparingServer;
  readonly key: string;
  readonly change: (current: unknown, now: number) => unknown;
  readonly ttlMs: number | undefined;
  readonly deadline: Deadline;
}

async function updateKey({ server, key, change, ttlMs, deadline }: Updating): Promise<unknown> {
  for (let lost = 0; ; lost++) {
    if (deadline.isOver()) throw contended(key, lost);
    const { text: expected, now } = await server.readAt(key);
    const next = change(storedValue(expected), now);
    const [text, keptMs] = storedFor(next, ttlMs);
    if (text === undefined && expected === undefined) return next;
    if (deadline.isOver()) throw contended(key, lost);
    if (await server.replace(key, expected, text, keptMs)) return next;
    await pauseAfter(lost);
  }
}

/** Waits for a random time that grows with the losses, so that competitors fall out of step. */
function pauseAfter(lost: number): Promise<void> {
  const longest = Math.min(2 ** lost, LONGEST_PAUSE_MS);
  return new Promise((resolve) => {
    setTimeout(resolve, Math.random() * longest);
  });
}

const LONGEST_PAUSE_MS = 32;

function contended(key: string, lost: number): InterposeError {
  return new InterposeError(
    'store_contended',
    `the key ${key} was changed by others in each of ${lost} tries`,
    'raise timeoutMs, or spread what is counted over more keys',
  );
}

function checked(key: string): string {
  if (typeof key === 'string' && key.isWellFormed() && !key.includes('\0')) return key;
  throw new InterposeError(
    'invalid_key',
    'a key holds a null character or half of a surrogate pair, which servers cannot tell apart',
    'encode what the key is made of, for example with encodeURIComponent',
  );
}

function checkTimeout(timeoutMs: number): void {
  if (Number.isFinite(timeoutMs) && timeoutMs > 0) return;
  throw new InterposeError(
    'invalid_option',
    `timeoutMs is ${String(timeoutMs)}`,
    'pass milliseconds above 0',
  );
}
