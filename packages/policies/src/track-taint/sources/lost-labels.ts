import { isSameEntry, type Ledger } from '../provenance/ledger.ts';

/**
 * Whether the store has lost labels of untrusted text since it held the earlier ledger: when its session was ended by
 * name, or the store dropped the key. Entries are only appended, or dropped and counted.
 */
export function hasLost(earlier: Ledger, now: Ledger): boolean {
  return !continues(earlier, now) && !isClean(earlier);
}

/** Returns the longer of two ledgers: an answer of the store may come after that to a later question. */
export function latest(seen: Ledger | undefined, now: Ledger): Ledger {
  return seen !== undefined && lengthOf(seen) > lengthOf(now) ? seen : now;
}

function continues(earlier: Ledger, now: Ledger): boolean {
  if (earlier === now) return true;
  if (lengthOf(now) < lengthOf(earlier)) return false;
  const last = earlier.entries.at(-1);
  if (last === undefined || now.dropped !== earlier.dropped) return true;
  const there = now.entries[earlier.entries.length - 1];
  return there !== undefined && (there === last || isSameEntry(there, last));
}

/** The number of all entries that ever were. */
function lengthOf({ entries, dropped }: Ledger): number {
  return entries.length + dropped;
}

function isClean({ entries, dropped }: Ledger): boolean {
  return dropped === 0 && !entries.some(({ from }) => from === 'untrusted');
}
