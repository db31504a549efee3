import type { Message } from '@interpose/core';

import { sharedStart } from '../../shared/values/shared-start.ts';
import { isSameEntry, type Entry, type Ledger } from '../provenance/ledger.ts';
import { Provenance } from '../provenance/provenance.ts';
import { hasLost, latest } from './lost-labels.ts';

/** The facts about a session that only this process has. */
export interface Notes {
  ledger: Ledger | undefined;
  provenance: Provenance | undefined;
  /** The entries of the state after the last addition. */
  known: readonly Entry[];
  /** The ledger as the store last had it. */
  seen: Ledger | undefined;
  /** True once the store has lost labels: untrusted text may then be anywhere. */
  hasLost: boolean;
  /** Calls whose results get labels when they come, not when a request repeats them; with the values to approve. */
  readonly expected: Map<string, readonly string[]>;
  /** Immutable messages that were added when a request first brought them. */
  readonly told: WeakSet<Message>;
  /** The known messages at the start of a conversation, by the first message, so that none outlives its run. */
  readonly starts: WeakMap<Message, Message[]>;
  /** The texts of all known entries, and at most as many old ones. */
  readonly texts: Set<string>;
}

/** Notes a ledger that was stored after `before` was seen. */
export function note(notes: Notes, ledger: Ledger, before: Ledger | undefined): void {
  if (before !== undefined && hasLost(before, ledger)) {
    notes.hasLost = true;
    notes.seen = ledger;
  } else notes.seen = latest(notes.seen, ledger);
  know(notes, ledger.entries);
}

/** Notes the entries of the state. Once most noted texts were dropped from it, the texts are noted anew. */
function know(notes: Notes, entries: readonly Entry[]): void {
  if (notes.texts.size > 2 * entries.length) {
    notes.texts.clear();
    notes.known = [];
  }
  for (const { text } of entries.slice(sharedStart(notes.known, entries))) notes.texts.add(text);
  notes.known = entries;
}

/** Returns where the values of a ledger come from that was read after `before` was seen. */
export function understood(notes: Notes, stored: Ledger, before: Ledger | undefined): Provenance {
  if (before !== undefined && hasLost(before, stored)) note(notes, stored, before);
  else {
    notes.seen = latest(notes.seen, stored);
    if (stored.entries.length < notes.known.length) know(notes, stored.entries);
  }
  // What is lost is forgotten: from then on only values that are known to be trusted pass.
  const ledger = notes.hasLost ? { ...stored, dropped: stored.dropped + 1 } : stored;
  if (notes.provenance === undefined || !isSameLedger(notes.ledger, ledger)) {
    const whole = withKnownEntries(ledger, notes.ledger);
    const continued = isContinued(notes.ledger, whole) ? notes.provenance : undefined;
    notes.ledger = whole;
    notes.provenance = new Provenance(whole, continued);
  }
  return notes.provenance;
}

/** Whether two ledgers of a session are the same: entries are only appended or dropped, so these numbers suffice. */
function isSameLedger(one: Ledger | undefined, other: Ledger): boolean {
  return (
    one === other ||
    (one?.dropped === other.dropped &&
      one.entries.length === other.entries.length &&
      one.characters === other.characters)
  );
}

/** Whether the later ledger has all entries of the earlier one, in their places. */
function isContinued(one: Ledger | undefined, later: Ledger): boolean {
  return one !== undefined && sharedStart(one.entries, later.entries) === one.entries.length;
}

/** Reuses known entry objects, and what was made of them: a remote store returns new objects every time. */
function withKnownEntries(ledger: Ledger, before: Ledger | undefined): Ledger {
  if (before?.dropped !== ledger.dropped || isContinued(before, ledger)) return ledger;
  const entries = ledger.entries.map((entry, at) => {
    const known = before.entries[at];
    return known !== undefined && isSameEntry(known, entry) ? known : entry;
  });
  return { ...ledger, entries };
}
