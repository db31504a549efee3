import type { Dict } from '@interpose/core';

/**
 * One wire vector: the data on the wire and the expected result.
 *
 * @example
 * const vector: Vector = { id: 'ping', kind: 'request', wire: {}, expect: { valid: false, error: -32600 } };
 */
export interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly expect: Dict;
  readonly [key: string]: unknown;
}

/**
 * Serves a handler on loopback, so that vectors travel over real HTTP.
 *
 * @example
 * const listen: Listen = async (handler) => ({ url: 'http://127.0.0.1:1', close: async () => void handler });
 */
export type Listen = (
  handler: (request: Request) => Promise<Response>,
) => Promise<{ readonly url: string; close(): Promise<void> }>;

/** The tools of a judge: a guardian at its own address for each vector. */
export interface Bench {
  /** Answers requests to a new address with this handler. */
  at(handler: (request: Request) => Promise<Response>): string;
}
