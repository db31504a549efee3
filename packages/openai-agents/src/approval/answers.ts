/** A call as the model wrote it. */
export interface WrittenCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  /** The name of the agent whose model wrote it; that of the agent whose turn it is by default. */
  readonly agent?: string | undefined;
}

type Asked = Pick<WrittenCall, 'callId' | 'name'>;

/**
 * What a person answered to the calls of an interrupted run. Models use an id again, and agents below each other may
 * use the same one at once: an answer holds for the agent, the tool and the id together.
 */
export class Answers {
  readonly #answers = new Map<string, boolean>();
  /** The ids of all calls that were answered. */
  readonly callIds: Set<string> = new Set();
  /** The MCP servers at the provider whose calls were to be answered, by label. */
  readonly servers: Set<unknown> = new Set();
  /** The calls a person refused. */
  readonly refused: WrittenCall[] = [];

  /** Remembers an answer; of two that cannot be told apart, the refusal holds. */
  add(agent: string, call: WrittenCall, approved: boolean): void {
    const key = keyOf(agent, call);
    this.#answers.set(key, approved && this.#answers.get(key) !== false);
    this.callIds.add(call.callId);
    if (!approved) this.refused.push({ ...call, agent });
  }

  /** What was answered to this call; undefined where nobody was asked. */
  of(agent: string, call: Asked): boolean | undefined {
    return this.#answers.size === 0 ? undefined : this.#answers.get(keyOf(agent, call));
  }
}

/** Those of a run that goes on with nothing. */
export const NO_ANSWERS: Answers = new Answers();

function keyOf(agent: string, { callId, name }: Asked): string {
  return JSON.stringify([agent, name, callId]);
}
