import { FAULT_CODES, WireFault, type WireId } from '../wire/wire-fault.ts';

interface PendingDecision {
  readonly id: WireId;
  readonly method: string;
  readonly answer: Promise<object>;
  /** Decided; whoever asked has not come back for it. */
  isDecided: boolean;
}

/** Decisions that take longer than a caller is kept waiting. */
export class PendingDecisions {
  readonly #waiting = new Map<string, PendingDecision>();
  readonly #afterMs: number;

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  /** The answer if it is there in time, else the news that it is pending, with the token to ask again with. */
  settle(id: WireId, method: string, answer: Promise<object>): Promise<object> {
    return Number.isFinite(this.#afterMs) ? this.#announce(id, method, answer) : answer;
  }

  async #announce(id: WireId, method: string, answer: Promise<object>): Promise<object> {
    const token = crypto.randomUUID();
    const pending: PendingDecision = { id, method, answer, isDecided: false };
    const decided = (): void => {
      pending.isDecided = true;
    };
    answer.then(decided, decided);
    if (this.#waiting.size >= MOST && !this.#forgetOne())
      throw new WireFault(FAULT_CODES.internal, 'too many wait', id);
    this.#waiting.set(token, pending);
    return this.#inTime(token, pending);
  }

  /** Drops the oldest decision that nobody came back for; callers that gave up must not use up all the room. */
  #forgetOne(): boolean {
    for (const [token, { isDecided }] of this.#waiting)
      if (isDecided) return this.#waiting.delete(token);
    return false;
  }

  isKnown(token: string): boolean {
    return this.#waiting.has(token);
  }

  /** Asks again; only for the very request that was told to wait. */
  async resume(token: string, id: WireId, method: string): Promise<object> {
    const pending = this.#waiting.get(token);
    if (pending === undefined || pending.id !== id || pending.method !== method)
      throw new WireFault(FAULT_CODES.request, 'no such decision is pending', id);
    return this.#inTime(token, pending);
  }

  async #inTime(token: string, { id, answer }: PendingDecision): Promise<object> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.#afterMs);
    });
    try {
      const settled = await Promise.race([answer, late]);
      if (settled !== undefined) {
        this.#waiting.delete(token);
        return settled;
      }
    } catch (error) {
      this.#waiting.delete(token);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    const data = { token, retryAfterMs: Math.max(this.#afterMs, 50) };
    return new WireFault(FAULT_CODES.pending, 'the decision is pending', id, data).toAnswer();
  }
}

const MOST = 10_000;
