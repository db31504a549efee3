import type { ScriptPlan } from './script/plan-script.ts';

/** One request as it arrived. */
export interface ScriptedRequest {
  readonly method: string;
  /** The path after the base URL, for example `/chat/completions`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The parsed body; the text itself if it is no JSON. */
  readonly body: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The answer's position in the script, starting at 0; absent if it did not matter. */
  readonly position?: number;
  /** The status of the answer; absent until it is known, and if the connection was cut. */
  readonly status?: number;
}

/** One chat of a scripted model: a base URL for a client, and the received requests. */
export interface ScriptedChat {
  readonly id: string;
  /** For example `http://127.0.0.1:40123/chat-1/v1`. */
  readonly baseURL: string;
  /** Every request in order of arrival, refused ones included. */
  readonly requests: readonly ScriptedRequest[];
  /** Frees the memory of the chat; later requests to its base URL get a 404. */
  close(): void;
}

/** A request whose answer is not ready yet. */
export type OpenRequest = { -readonly [Key in keyof ScriptedRequest]: ScriptedRequest[Key] };

/** A chat with the state that the server keeps for it. */
export class ServedChat implements ScriptedChat {
  readonly id: string;
  readonly baseURL: string;
  readonly requests: OpenRequest[] = [];
  readonly plan: ScriptPlan;
  readonly close: () => void;
  readonly #attempts = new Map<number, number>();
  #arrived = 0;

  constructor(id: string, origin: string, plan: ScriptPlan, close: () => void) {
    this.id = id;
    this.close = close;
    this.baseURL = `${origin}/${id}/v1`;
    this.plan = plan;
  }

  /** Counts an attempt at a position and returns how many came before it. */
  countAttempt(position: number): number {
    const before = this.#attempts.get(position) ?? 0;
    this.#attempts.set(position, before + 1);
    return before;
  }

  /** Counts a request and returns how many came before it. */
  countArrival(): number {
    return this.#arrived++;
  }
}
