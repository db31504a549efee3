import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';

import { CallLimit } from './call-limit.ts';
import { GuardianFailure } from './guardian-failure.ts';
import type { Settings } from '../settings.ts';
import type { Transport } from './transport.ts';

/** Calls one guardian: the deadline encloses the circuit, which encloses the retries and the transport. */
export class GuardianCaller {
  readonly #settings: Settings;
  readonly #transport: Transport;
  readonly #circuit: CircuitBreakerPolicy | undefined;

  constructor(settings: Settings, transport: Transport) {
    this.#settings = settings;
    this.#transport = transport;
    const { circuit } = settings;
    if (circuit === undefined) return;
    this.#circuit = circuitBreaker(handleWhen(counts), {
      halfOpenAfter: circuit.resetMs,
      breaker: new ConsecutiveBreaker(circuit.failures),
    });
  }

  /**
   * Sends one request and reads its answer.
   *
   * @throws GuardianFailure, or the reason of the chat's signal when the chat was aborted.
   */
  async call<Answer>(
    body: string,
    headers: Readonly<Record<string, string>>,
    chat: AbortSignal | undefined,
    read: (text: string) => Answer,
  ): Promise<Answer> {
    const limit = new CallLimit(this.#settings.timeoutMs, chat);
    try {
      return await this.#guarded(() => {
        // A call that waited for the circuit until its deadline says nothing about the guardian.
        if (limit.isOver) return Promise.reject(new GuardianFailure('guardian_timeout'));
        return limit.within(this.#ask(body, headers, limit, read));
      }, limit);
    } finally {
      limit.release();
    }
  }

  close(): void {
    this.#transport.close();
  }

  /** Runs a call in the circuit. The deadline also covers waiting for another call that tests the circuit. */
  async #guarded<Answer>(ask: () => Promise<Answer>, limit: CallLimit): Promise<Answer> {
    if (this.#circuit === undefined) return ask();
    try {
      const asked = this.#circuit.execute(ask);
      return await (this.#circuit.state === CircuitState.Closed ? asked : limit.within(asked));
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new GuardianFailure('guardian_circuit_open', { cause: error });
    }
  }

  async #ask<Answer>(
    body: string,
    headers: Readonly<Record<string, string>>,
    limit: CallLimit,
    read: (text: string) => Answer,
  ): Promise<Answer> {
    const { maxAnswerBytes, retries } = this.#settings;
    for (let attempt = 0; ; attempt++) {
      try {
        return read(await this.#transport.send({ body, headers, limit, maxAnswerBytes }));
      } catch (error) {
        const again = error instanceof GuardianFailure && !error.sent && attempt < retries;
        if (!again || limit.isOver) throw error;
        await pause(FIRST_PAUSE_MS * 2 ** attempt);
        if (limit.isOver) throw error;
      }
    }
  }
}

function counts(error: unknown): boolean {
  return error instanceof GuardianFailure && error.outage;
}

const FIRST_PAUSE_MS = 50;

/** Waits, but ends early when the signal aborts; the caller then checks the signal. */
export function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    signal?.addEventListener('abort', done, { once: true });
  });
}
