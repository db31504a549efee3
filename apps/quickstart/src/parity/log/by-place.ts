import type { ParityEntry } from './parity-entry.ts';

/**
 * Puts events into the order that the contract gives them. What it leaves open is put in one order for
 * all: the calls of a batch as the model asked for them, hooks that failed at them after the batch, and
 * what is new to a session at the start of its chat, by name.
 */
export function byPlace(entries: readonly ParityEntry[]): ParityEntry[] {
  const placed: ParityEntry[] = [];
  let batch: ParityEntry[] = [];
  let failures: ParityEntry[] = [];
  const close = (): void => {
    placed.push(...batch.toSorted((left, right) => (left.call ?? 0) - (right.call ?? 0)));
    placed.push(...failures.toSorted(byAbout));
    batch = [];
    failures = [];
  };
  for (const entry of entries) {
    if (entry.event === 'onInventoryChange') continue;
    if (entry.call !== undefined) batch.push(entry);
    else if (isFailureAtCall(entry)) failures.push(entry);
    else {
      close();
      placed.push(entry);
      if (entry.event === 'onChatStart') placed.push(...inventoryOf(entries, entry.chat));
    }
  }
  close();
  return placed;
}

function isFailureAtCall({ event, about }: ParityEntry): boolean {
  return event === 'onHookError' && / at (preToolCall|onToolCall)/.test(about);
}

function inventoryOf(entries: readonly ParityEntry[], chat: number): ParityEntry[] {
  return entries
    .filter((entry) => entry.event === 'onInventoryChange' && entry.chat === chat)
    .toSorted(byAbout);
}

function byAbout(left: ParityEntry, right: ParityEntry): number {
  return left.about.localeCompare(right.about);
}
