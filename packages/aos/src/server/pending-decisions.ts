import { LONGEST_TIMER_MS } from '../client/check-address.ts';
import { FAULT_CODES, WireFault, type WireId } from '../wire/wire-fault.ts';

interface PendingDecision {
  readonly id: WireId;
  readonly method: string;
  readonly answer: Promise<object>;
  /** True once it is decided but the caller has not fetched it. */
  isDecided: boolean;
}

/** Decisions that take longer than a caller has to wait. */
export class PendingDecisions {
  readonly #waiting = new Map<string, PendingDecision>();
  readonly #afterMs: number;

  constructor(afterMs: number) {
    this.#afterMs = afterMs === Infinity ? afterMs : Math.min(afterMs, LONGEST_TIMER_MS);
  }

  /** Returns the answer if it comes in time, else a notice that it is pending, with a token for asking again. */
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

  /** Drops the oldest decision that nobody fetched, so that callers that gave up do not use all the room. */
  #forgetOne(): boolean {
    for (const [token, { isDecided }] of this.#waiting)
      if (isDecided) return this.#waiting.delete(token);
    return false;
  }

  isKnown(token: string): boolean {
    return this.#waiting.has(token);
  }

  /** Waits again for a pending decision; only for the same request. */
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
