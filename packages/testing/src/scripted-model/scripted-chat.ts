import type { ScriptPlan } from './script/plan-script.ts';

/** One request as it arrived. */
export interface ScriptedRequest {
  readonly method: string;
  /** Below the base URL, for example `/chat/completions`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Parsed; the text itself where it is not JSON. */
  readonly body: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The 0-based answer of the script that its conversation had come to; absent where it did not matter. */
  readonly position?: number;
  /** What was answered; absent while that is not known, and where the connection was cut. */
  readonly status?: number;
}

/** One chat of a scripted model: a base URL for a client, and what came in. */
export interface ScriptedChat {
  readonly id: string;
  /** For example `http://127.0.0.1:40123/chat-1/v1`. */
  readonly baseURL: string;
  /** Every request in order of arrival, refused ones included. */
  readonly requests: readonly ScriptedRequest[];
  /** Frees what the server holds of the chat; its base URL is answered with 404 from then on. */
  close(): void;
}

/** A request whose answer is being worked out. */
export type OpenRequest = { -readonly [Key in keyof ScriptedRequest]: ScriptedRequest[Key] };

/** A chat with what the server remembers of it. */
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

  /** Counts one more attempt at a position and tells how many came before it. */
  countAttempt(position: number): number {
    const before = this.#attempts.get(position) ?? 0;
    this.#attempts.set(position, before + 1);
    return before;
  }

  /** Counts one more request and tells how many came before it. */
  countArrival(): number {
    return this.#arrived++;
  }
}
