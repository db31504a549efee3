import type {
  MaybePromise,
  ModelRequest,
  SessionState,
  SessionView,
  Tool,
  ToolCall,
} from '@interpose/core';

import { andThen } from '../../shared/values/and-then.ts';
import { isFrozenThrough } from '../../shared/values/frozen-through.ts';
import { sharedStart } from '../../shared/values/shared-start.ts';
import { addToLedger, isSameEntry, readLedger, type Entry } from '../provenance/ledger.ts';
import type { Provenance } from '../provenance/provenance.ts';
import { labelled, readPassages, unseen } from './read-passages.ts';
import { providerTools, retoldResults, userEntries } from './read-request.ts';
import { note, understood, type Notes } from './session-notes.ts';
import type { WholeRule } from '../rules/rule-of-tool.ts';

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
    const { seen } = notes;
    return andThen(readLedger(state), (ledger) => understood(notes, ledger, seen));
  }

  /** Adds new entries. Known entries cost no access to the store. */
  add({ state }: SessionView, entries: readonly Entry[]): MaybePromise<void> {
    const notes = this.#notesOf(state);
    const fresh = entries.filter(
      (entry) =>
        !notes.texts.has(entry.text) || !notes.known.some((old) => isSameEntry(old, entry)),
    );
    if (fresh.length === 0) return undefined;
    const { seen } = notes;
    return andThen(addToLedger(state, fresh, this.#most, notes.known), (ledger) =>
      note(notes, ledger, seen),
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
        seen: undefined,
        hasLost: false,
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
