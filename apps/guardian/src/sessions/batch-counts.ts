import type { StepRow } from '../decisions/step-row.ts';
import { hasFailed } from '../storing/step-columns.ts';

/** The counts that a batch adds to a session; times in milliseconds. */
export interface SessionCount {
  readonly id: string;
  readonly agent: string;
  readonly framework: string | undefined;
  readonly user: string | undefined;
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  readonly denied: number;
  readonly asked: number;
  readonly modified: number;
  readonly errors: number;
  readonly spend: number;
}

interface ChatCount {
  readonly session: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly agent: string;
  readonly from: number;
  readonly to: number;
}

interface AgentCount {
  readonly name: string;
  readonly framework: string | undefined;
  readonly to: number;
  readonly steps: number;
}

/** A kind of step in a session; each kind is stored once. */
interface KindOfStep {
  readonly session_id: string;
  readonly agent: string;
  readonly event: string;
  readonly user_id: string | undefined;
  readonly decision: string;
  readonly tool: string | undefined;
  readonly codes: readonly string[];
  readonly by_names: readonly string[];
}

type Growing<T> = { -readonly [K in keyof T]: T[K] };

/** Counts what the decisions of a batch add to their sessions, chats and agents. */
export class BatchCounts {
  readonly #sessions = new Map<string, Growing<SessionCount>>();
  readonly #chats = new Map<string, Growing<ChatCount>>();
  readonly #agents = new Map<string, Growing<AgentCount>>();
  readonly #kinds = new Map<string, KindOfStep>();

  /** Adds one step. A change that a person made at the guardian is no step of a session. */
  add(row: StepRow): void {
    if (row.source === 'changed') return;
    this.#addToSession(row);
    this.#addToChat(row);
    this.#addToAgent(row);
    const key = keyOf(row);
    if (!this.#kinds.has(key)) this.#kinds.set(key, kindOf(row));
  }

  get sessions(): readonly SessionCount[] {
    return [...this.#sessions.values()];
  }

  get chats(): readonly ChatCount[] {
    return [...this.#chats.values()];
  }

  get agents(): readonly AgentCount[] {
    return [...this.#agents.values()];
  }

  get kinds(): readonly KindOfStep[] {
    return [...this.#kinds.values()];
  }

  #addToSession(row: StepRow): void {
    const { sessionId: id, agent, framework, user, at, decision, spend = 0 } = row;
    let count = this.#sessions.get(id);
    if (count === undefined) {
      count = { id, agent, framework, user, from: at, to: at, ...NOTHING };
      this.#sessions.set(id, count);
    }
    widen(count, at);
    count.agent = lesser(count.agent, agent);
    count.framework = lesser(count.framework, framework);
    count.user = lesser(count.user, user);
    count.steps += 1;
    if (decision === 'deny') count.denied += 1;
    else if (decision === 'ask') count.asked += 1;
    else if (decision === 'modify') count.modified += 1;
    if (hasFailed(row)) count.errors += 1;
    count.spend += spend;
  }

  #addToChat({ sessionId: session, chatId: id, parentChatId: parent, agent, at }: StepRow): void {
    const key = `${session}\0${id}`;
    let count = this.#chats.get(key);
    if (count === undefined)
      this.#chats.set(key, (count = { session, id, parent, agent, from: at, to: at }));
    widen(count, at);
    count.parent = lesser(count.parent, parent);
    count.agent = lesser(count.agent, agent);
  }

  #addToAgent({ agent: name, framework, at }: StepRow): void {
    let count = this.#agents.get(name);
    if (count === undefined)
      this.#agents.set(name, (count = { name, framework, to: at, steps: 0 }));
    count.to = Math.max(count.to, at);
    count.framework = lesser(count.framework, framework);
    count.steps += 1;
  }
}

const NOTHING = { steps: 0, denied: 0, asked: 0, modified: 0, errors: 0, spend: 0 };

/** Builds the key of a kind of step. NUL separates the parts, since no text of a record contains it. */
function keyOf({ sessionId, agent, event, user, decision, tool, codes, by }: StepRow): string {
  const lists = `${codes.length}\0${codes.join('\0')}\0${by.join('\0')}`;
  const who = `${sessionId}\0${agent}\0${event}\0${user === undefined ? '' : `u${user}`}`;
  return `${who}\0${decision}\0${tool === undefined ? '' : `t${tool}`}\0${lists}`;
}

function kindOf(row: StepRow): KindOfStep {
  const { sessionId, agent, event, user, decision, tool, codes, by } = row;
  const who = { session_id: sessionId, agent, event, user_id: user };
  return { ...who, decision, tool, codes, by_names: by };
}

function widen(count: { from: number; to: number }, at: number): void {
  if (at < count.from) count.from = at;
  if (at > count.to) count.to = at;
}

/** Returns the lesser of two names, so that the result does not depend on their order. */
function lesser<T extends string | undefined>(one: T, other: T): T {
  if (one === undefined) return other;
  return other === undefined || one <= other ? one : other;
}
