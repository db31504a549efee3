import { CallLimit } from './call-limit.ts';
import { Circuit } from './circuit.ts';
import { GuardianFailure } from './guardian-failure.ts';
import type { Settings } from '../settings.ts';
import type { Transport } from './transport.ts';

/** Calls one guardian: the deadline encloses the circuit, which encloses the retries and the transport. */
export class GuardianCaller {
  readonly #settings: Settings;
  readonly #transport: Transport;
  readonly #circuit: Circuit | undefined;

  constructor(settings: Settings, transport: Transport) {
    this.#settings = settings;
    this.#transport = transport;
    this.#circuit = settings.circuit && new Circuit(settings.circuit);
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
      const ask = (): Promise<Answer> => {
        // A call that waited for the circuit until its deadline says nothing about the guardian.
        if (limit.isOver) return Promise.reject(new GuardianFailure('guardian_timeout'));
        return limit.within(this.#ask(body, headers, limit, read));
      };
      return await (this.#circuit?.run(ask, limit) ?? ask());
    } finally {
      limit.release();
    }
  }

  close(): void {
    this.#transport.close();
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
