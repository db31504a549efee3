import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';

import { GuardianFailure } from './guardian-failure.ts';
import type { Settings } from './settings.ts';
import type { Transport } from './transport.ts';

/** One guardian as it is called: deadline around circuit around retry around transport. */
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
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    chat?.addEventListener('abort', abort, { once: true });
    if (chat?.aborted === true) abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      stop.signal.addEventListener('abort', () => {
        const timeout = new GuardianFailure('guardian_timeout', { outage: true });
        reject(chat?.aborted === true ? (chat.reason as Error) : timeout);
      });
    });
    timer = setTimeout(abort, this.#settings.timeoutMs);
    try {
      return await this.#guarded(() => {
        // Whoever waited for the circuit until it was too late says nothing about the guardian.
        if (stop.signal.aborted) return Promise.reject(new GuardianFailure('guardian_timeout'));
        return Promise.race([late, this.#ask(body, headers, stop.signal, read)]);
      }, late);
    } finally {
      clearTimeout(timer);
      chat?.removeEventListener('abort', abort);
      late.catch(() => undefined);
    }
  }

  close(): void {
    this.#transport.close();
  }

  /** The deadline holds around the circuit too, where callers wait for the one that tries again. */
  async #guarded<Answer>(ask: () => Promise<Answer>, late: Promise<never>): Promise<Answer> {
    if (this.#circuit === undefined) return ask();
    try {
      return await Promise.race([late, this.#circuit.execute(ask)]);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new GuardianFailure('guardian_circuit_open', { cause: error });
    }
  }

  async #ask<Answer>(
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    read: (text: string) => Answer,
  ): Promise<Answer> {
    const { maxAnswerBytes, retries } = this.#settings;
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      try {
        return read(await this.#transport.send({ body, headers, signal, maxAnswerBytes }));
      } catch (error) {
        const again = error instanceof GuardianFailure && !error.sent && attempt < retries;
        if (!again) throw error;
        await pause(FIRST_PAUSE_MS * 2 ** attempt, signal);
      }
    }
  }
}

function counts(error: unknown): boolean {
  return error instanceof GuardianFailure && error.outage;
}

const FIRST_PAUSE_MS = 50;

/** Ends early when the signal aborts; whoever waits looks at the signal next. */
export function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    signal.addEventListener('abort', done, { once: true });
  });
}
