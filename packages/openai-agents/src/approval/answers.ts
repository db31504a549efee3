/** A call as the model wrote it. */
export interface WrittenCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  /** The name of the agent whose model wrote the call; by default the agent whose turn it is. */
  readonly agent?: string | undefined;
}

type Asked = Pick<WrittenCall, 'callId' | 'name'>;

/**
 * The answers of a person to the calls of an interrupted run. Models reuse ids, and nested agents may use the same id
 * at the same time, so an answer holds for an agent, a tool and an id together.
 */
export class Answers {
  readonly #answers = new Map<string, boolean>();
  /** The ids of all calls that were answered. */
  readonly callIds: Set<string> = new Set();
  /** The MCP servers at the provider whose calls waited for an answer, by label. */
  readonly servers: Set<unknown> = new Set();
  /** The calls that a person refused. */
  readonly refused: WrittenCall[] = [];

  /** Adds an answer; if two answers have the same agent, tool and id, the refusal holds. */
  add(agent: string, call: WrittenCall, approved: boolean): void {
    const key = keyOf(agent, call);
    this.#answers.set(key, approved && this.#answers.get(key) !== false);
    this.callIds.add(call.callId);
    if (!approved) this.refused.push({ ...call, agent });
  }

  /** Returns the answer to this call; undefined if nobody was asked. */
  of(agent: string, call: Asked): boolean | undefined {
    return this.#answers.size === 0 ? undefined : this.#answers.get(keyOf(agent, call));
  }
}

/** The answers of a run that resumes nothing. */
export const NO_ANSWERS: Answers = new Answers();

function keyOf(agent: string, { callId, name }: Asked): string {
  return JSON.stringify([agent, name, callId]);
}
