import type { CallLimit } from './call-limit.ts';
import { GuardianFailure } from './guardian-failure.ts';

/** Leaves a guardian alone after failures in a row. After a while one call tries it, and the others wait for that one. */
export class Circuit {
  readonly #failures: number;
  readonly #resetMs: number;
  #inARow = 0;
  /** By the clock of `performance.now`, which nobody sets; undefined while the guardian is asked. */
  #openUntil: number | undefined;
  #trial: Promise<void> | undefined;

  constructor({ failures, resetMs }: { readonly failures: number; readonly resetMs: number }) {
    this.#failures = failures;
    this.#resetMs = resetMs;
  }

  /** @throws GuardianFailure `guardian_circuit_open`, or what `ask` throws. */
  async run<Answer>(ask: () => Promise<Answer>, limit: CallLimit): Promise<Answer> {
    while (this.#openUntil !== undefined) {
      if (this.#trial !== undefined) await limit.within(this.#trial);
      else if (performance.now() >= this.#openUntil) return this.#try(ask);
      else throw new GuardianFailure('guardian_circuit_open');
    }
    return this.#judged(ask);
  }

  async #try<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#trial = promise;
    try {
      return await this.#judged(ask);
    } finally {
      this.#trial = undefined;
      resolve();
    }
  }

  async #judged<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await ask();
      this.#close();
      return answer;
    } catch (error) {
      if (error instanceof GuardianFailure) this.#failed(error);
      throw error; // of another kind only if the chat was aborted, which says nothing about the guardian
    }
  }

  #failed({ outage, code }: GuardianFailure): void {
    if (outage && ++this.#inARow >= this.#failures)
      this.#openUntil = performance.now() + this.#resetMs;
    // It refused one request, so it is there.
    if (!outage && code !== 'guardian_timeout' && this.#openUntil !== undefined) this.#close();
  }

  #close(): void {
    this.#inARow = 0;
    this.#openUntil = undefined;
  }
}
