import type { MaybePromise, SessionState } from '@interpose/core';

import { andThen } from '../../shared/values/and-then.ts';
import { sharedStart } from '../../shared/values/shared-start.ts';

/** One text that the session has seen, and its source. */
export interface Entry {
  readonly from: 'user' | 'trusted' | 'neutral' | 'untrusted';
  readonly text: string;
  readonly author?: string;
  /** The tool that returned the text. */
  readonly tool?: string;
}

/** The texts that a session has seen, oldest first. */
export interface Ledger {
  readonly entries: readonly Entry[];
  /** The number of entries that were dropped. */
  readonly dropped: number;
  readonly characters: number;
}

const KEY = 'track-taint';
const EMPTY: Ledger = { entries: [], dropped: 0, characters: 0 };

/** Returns the texts that the session has seen so far. */
export function readLedger(state: SessionState): MaybePromise<Ledger> {
  return andThen(state.get<Ledger>(KEY), (ledger) => ledger ?? EMPTY);
}

/** The most texts to remember, however short they are. */
const MOST_TEXTS = 10_000;

/**
 * Adds new entries to the ledger. Beyond `most` characters, or too many texts, the oldest untrusted texts are dropped
 * first. The caller has checked that `known` holds none of the added entries.
 */
export function addToLedger(
  state: SessionState,
  added: readonly Entry[],
  most: number,
  known: readonly Entry[],
): MaybePromise<Ledger> {
  return state.update<Ledger>(KEY, (ledger = EMPTY) => {
    const others = ledger.entries.slice(sharedStart(known, ledger.entries));
    const fresh = added.filter((entry) => !others.some((other) => isSameEntry(other, entry)));
    if (fresh.length === 0) return ledger;
    const entries = [...ledger.entries, ...fresh];
    return shrunk({ ...ledger, entries, characters: ledger.characters + lengthOf(fresh) }, most);
  });
}

/** Whether two entries have the same text, source, author and tool. */
export function isSameEntry(one: Entry, other: Entry): boolean {
  return (
    one.text === other.text &&
    one.from === other.from &&
    one.author === other.author &&
    one.tool === other.tool
  );
}

function lengthOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { text }) => sum + text.length, 0);
}

function shrunk(ledger: Ledger, most: number): Ledger {
  let { entries, dropped, characters } = ledger;
  for (const from of ['untrusted', 'neutral', 'trusted', 'user'])
    while (characters > most || entries.length > MOST_TEXTS) {
      const at = entries.findIndex((entry) => entry.from === from);
      if (at < 0) break;
      characters -= entries[at]!.text.length;
      entries = entries.toSpliced(at, 1);
      dropped += 1;
    }
  return { entries, dropped, characters };
}
