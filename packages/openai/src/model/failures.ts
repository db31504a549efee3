import type { Failure } from '@interpose/core';
import { noteError, responseLike, type HttpCall } from './http-call.ts';

/** Errors of a connection: the SDK knows what to do about them. */
const unanswered = new WeakSet<object>();

/** True for an error of a connection. */
export function isUnanswered(error: unknown): boolean {
  return typeof error === 'object' && error !== null && unanswered.has(error);
}

/** Remembers an error of a connection, and throws it. */
export function noteUnanswered(error: unknown): never {
  if (typeof error === 'object' && error !== null) unanswered.add(error);
  throw error;
}

/** What the provider did not answer well, and how the caller is told. */
export class Failures {
  readonly #http: HttpCall;
  readonly #answers = new Map<unknown, Response>();
  #last: Response | undefined;

  constructor(http: HttpCall) {
    this.#http = http;
  }

  /** Sends a request; rejects also for an answer that is an error. */
  async send(init: RequestInit): Promise<Response> {
    this.#last = undefined;
    const response = await this.#http.send(init).catch(noteUnanswered);
    if (response.ok) return response;
    const text = await response.text();
    // Made anew, since its body was read.
    this.#last = responseLike(text, response, response.headers);
    const error = this.#http.statusError(this.#last, text);
    noteError(this.#last, error);
    this.#answers.set(error, this.#last);
    throw error;
  }

  /** What tells the caller of a failure: the provider's own answer, unless hooks changed or supplied the error. */
  answer(outcome: { readonly error: Failure; readonly thrown?: unknown }): Response {
    if (!('thrown' in outcome)) return this.#http.failWith(outcome.error, this.#last);
    const answered = this.#answers.get(outcome.thrown);
    if (answered === undefined) throw outcome.thrown;
    return answered;
  }
}
