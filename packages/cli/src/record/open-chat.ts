import type { AgentIdentity, DecisionRecord, Message, User } from '@interpose/core';

type Json = Readonly<Record<string, unknown>>;

/** A chat that is being recorded. */
export class OpenChat {
  readonly #about: Json;
  readonly #limit: number;
  readonly #messages: Json[] = [];
  readonly #outcomes = new Map<string, Json>();
  readonly #arguments = new Map<string, unknown>();
  readonly #decisions: DecisionRecord[] = [];
  instructions: string | undefined;
  tools: readonly string[] = [];
  #isCut = false;

  constructor(
    about: {
      readonly session: string;
      readonly chat: string;
      readonly parent?: string | undefined;
      readonly at: number;
      readonly agent: Pick<AgentIdentity, 'id' | 'name'>;
      readonly user?: Pick<User, 'id' | 'organisation'> | undefined;
    },
    limit: number,
  ) {
    this.#about = about;
    this.#limit = limit;
  }

  addDecision(record: DecisionRecord): void {
    if (this.#hasRoom(this.#decisions)) this.#decisions.push(record);
  }

  /** Keeps the arguments of a call before any hook changed them. */
  addCall(id: string, args: unknown): void {
    if (!this.#arguments.has(id) && this.#arguments.size < this.#limit)
      this.#arguments.set(id, args);
  }

  /** Keeps the result of a tool before any hook changed it. */
  addOutcome(id: string, outcome: Json): void {
    if (this.#outcomes.size < this.#limit) this.#outcomes.set(id, outcome);
  }

  addMessage({ role, content }: Message): void {
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    if (role === 'tool') {
      for (const part of content) if (part.type === 'tool-result') this.#push(this.#resultOf(part));
      return;
    }
    const calls = content.filter((part) => part.type === 'tool-call');
    const tool_calls = calls.map(({ id, name, args }) => ({ id, name, args }));
    this.#push({ role, content: text, ...(calls.length > 0 ? { tool_calls } : {}) });
  }

  /** Returns the row to write; `redact` gets every value first. */
  async toRow(ended: string, redact: (value: unknown) => Promise<unknown>): Promise<Json> {
    const said = this.#messages.map((message) => this.#withFirstArguments(message));
    const messages =
      this.instructions === undefined
        ? said
        : [{ role: 'system', content: this.instructions }, ...said];
    return {
      interpose: 1,
      ...this.#about,
      ended,
      ...(this.#isCut ? { cut: true } : {}),
      tools: this.tools,
      messages: await redact(messages),
      decisions: await redact(this.#decisions),
    };
  }

  #resultOf(part: {
    readonly id: string;
    readonly name: string;
    readonly result?: unknown;
    readonly error?: string;
  }): Json {
    const { id, name, result, error } = part;
    const seen = error === undefined ? { content: textOf(result) } : { content: '', error };
    return { role: 'tool', tool_call_id: id, name, ...seen, ...this.#outcomes.get(id) };
  }

  #withFirstArguments(message: Json): Json {
    const calls = message['tool_calls'];
    if (!Array.isArray(calls)) return message;
    const tool_calls = calls.map((call: { readonly id: string; readonly args: unknown }) => ({
      ...call,
      args: this.#arguments.get(call.id) ?? call.args,
    }));
    return { ...message, tool_calls };
  }

  #push(message: Json): void {
    if (this.#hasRoom(this.#messages)) this.#messages.push(message);
  }

  #hasRoom(list: readonly unknown[]): boolean {
    const hasRoom = list.length < this.#limit;
    this.#isCut ||= !hasRoom;
    return hasRoom;
  }
}

/** Returns a result as text, as the model got it. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '[not serialisable]';
  }
}
