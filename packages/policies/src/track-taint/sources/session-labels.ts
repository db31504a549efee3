import type {
  MaybePromise,
  Message,
  ModelRequest,
  SessionState,
  SessionView,
  Tool,
  ToolCall,
} from '@interpose/core';

import { andThen } from '../../shared/values/and-then.ts';
import { isFrozenThrough } from '../../shared/values/frozen-through.ts';
import { sharedStart } from '../../shared/values/shared-start.ts';
import {
  addToLedger,
  isSameEntry,
  readLedger,
  type Entry,
  type Ledger,
} from '../provenance/ledger.ts';
import { Provenance } from '../provenance/provenance.ts';
import { labelled, readPassages, unseen } from './read-passages.ts';
import { providerTools, retoldResults, userEntries } from './read-request.ts';
import type { WholeRule } from '../rules/rule-of-tool.ts';

/** The facts about a session that only this process has. */
interface Notes {
  ledger: Ledger | undefined;
  provenance: Provenance | undefined;
  /** The entries of the state after the last addition. */
  known: readonly Entry[];
  /** Calls whose results get labels when they come, not when a request repeats them; with the values to approve. */
  readonly expected: Map<string, readonly string[]>;
  /** Immutable messages that were added when a request first brought them. */
  readonly told: WeakSet<Message>;
  /** The known messages at the start of a conversation, by the first message, so that none outlives its run. */
  readonly starts: WeakMap<Message, Message[]>;
  /** The texts of all known entries, and at most as many old ones. */
  readonly texts: Set<string>;
}

/** The most calls to remember, which is more than a request repeats; older ones are forgotten. */
const MOST_CALLS = 10_000;

/** Labels the texts that sessions see. Labels are kept in the state, and read once after each change. */
export class SessionLabels {
  readonly #ruleOf: (tool: Tool) => WholeRule;
  readonly #most: number;
  readonly #notes = new WeakMap<SessionState, Notes>();

  /** Takes the function for rules, and the most characters for a session. */
  constructor(ruleOf: (tool: Tool) => WholeRule, most: number) {
    this.#ruleOf = ruleOf;
    this.#most = most;
  }

  /** Returns where the values of this session come from. */
  read({ state }: SessionView): MaybePromise<Provenance> {
    const notes = this.#notesOf(state);
    return andThen(readLedger(state), (ledger) => understood(notes, ledger));
  }

  /** Adds new entries. Known entries cost no access to the store. */
  add({ state }: SessionView, entries: readonly Entry[]): MaybePromise<void> {
    const notes = this.#notesOf(state);
    const fresh = entries.filter(
      (entry) =>
        !notes.texts.has(entry.text) || !notes.known.some((old) => isSameEntry(old, entry)),
    );
    if (fresh.length === 0) return undefined;
    return andThen(addToLedger(state, fresh, this.#most, notes.known), (ledger) =>
      know(notes, ledger.entries),
    );
  }

  /**
   * Remembers that the result of this call will be labelled when it comes. If it comes, a person has approved these
   * values.
   */
  expect({ state }: SessionView, call: ToolCall, approved: readonly string[] = []): void {
    const { expected } = this.#notesOf(state);
    expected.set(keyOf(call), approved);
    if (expected.size > MOST_CALLS) expected.delete(expected.keys().next().value!);
  }

  /** Adds the result of a tool. `ran` is false when it is unknown whether a person approved the call. */
  addResult(
    session: SessionView,
    call: ToolCall,
    result: unknown,
    ran: boolean,
  ): MaybePromise<void> {
    const approved = ran ? (this.#notesOf(session.state).expected.get(keyOf(call)) ?? []) : [];
    this.expect(session, call);
    return andThen(this.read(session), (known) =>
      this.add(session, [
        ...approved.flatMap((value) => labelled('trusted', value)),
        ...readPassages(this.#readsOf(call.name), result, call, known),
      ]),
    );
  }

  /** Adds texts of a request that were not seen before: after a restart, or from a history kept elsewhere. */
  addRequest(session: SessionView, request: ModelRequest, isOfUser: boolean): MaybePromise<void> {
    const { expected, told, starts } = this.#notesOf(session.state);
    const { messages } = request;
    const start = starts.get(messages[0]!) ?? [];
    start.length = sharedStart(start, messages);
    const isOpen = providerTools(request).some((name) => this.#readsOf(name) === 'untrusted');
    const fresh = messages.slice(start.length).filter((message) => !told.has(message));
    const said = isOfUser ? userEntries(fresh) : [];
    let done = this.add(session, isOpen ? [...said, unseen] : said);
    for (const retold of retoldResults(fresh, request)) {
      if (expected.has(keyOf(retold))) continue;
      done = andThen(done, () => this.addResult(session, retold.call(), retold.result, false));
    }
    return andThen(done, () => {
      for (const message of fresh)
        if ((isOfUser || message.role !== 'user') && isFrozenThrough(message)) told.add(message);
      while (told.has(messages[start.length]!)) start.push(messages[start.length]!);
      if (start.length > 0) starts.set(start[0]!, start);
    });
  }

  #readsOf(name: string): WholeRule['reads'] {
    return this.#ruleOf({ name, origin: 'local', known: true, enabled: true }).reads;
  }

  #notesOf(state: SessionState): Notes {
    let notes = this.#notes.get(state);
    if (notes === undefined) {
      notes = {
        ledger: undefined,
        provenance: undefined,
        known: [],
        expected: new Map(),
        told: new WeakSet(),
        starts: new WeakMap(),
        texts: new Set(),
      };
      this.#notes.set(state, notes);
    }
    return notes;
  }
}

function keyOf({ id, name }: Pick<ToolCall, 'id' | 'name'>): string {
  return `${name} ${id}`;
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

function understood(notes: Notes, ledger: Ledger): Provenance {
  if (ledger.entries.length < notes.known.length) know(notes, ledger.entries);
  if (notes.provenance === undefined || !isSameLedger(notes.ledger, ledger)) {
    const whole = withKnownEntries(ledger, notes.ledger);
    const before = isContinued(notes.ledger, whole) ? notes.provenance : undefined;
    notes.ledger = whole;
    notes.provenance = new Provenance(whole, before);
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
