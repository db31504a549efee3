import type { AgentIdentity } from '@interpose/core';

import type { Repair } from '../wire/repair.ts';

/**
 * Something that an operator of a guardian may want to know.
 *
 * @example
 * const log = (note: ServeNote): void => console.log(note.kind);
 */
export type ServeNote =
  | { readonly kind: 'repair'; readonly method: string; readonly repairs: readonly Repair[] }
  | { readonly kind: 'fault'; readonly code: number; readonly cause?: unknown };

/**
 * How a registry is served; every option has a default.
 *
 * @example
 * const options: ServeOptions = { token: 'secret', maxRequestBytes: 65_536 };
 */
export interface ServeOptions {
  /** Asked of every caller as a bearer token; without it everybody is answered. */
  readonly token?: string;
  /** A request larger than this is refused unread: 1 MiB. */
  readonly maxRequestBytes?: number;
  /** A request nested deeper than this is refused: 64. */
  readonly maxDepth?: number;
  /** Mend known defects of requests and report them: true. */
  readonly repair?: boolean;
  /** After so many milliseconds the caller is told to come back for the decision: never. */
  readonly pendingAfterMs?: number;
  /**
   * What happens to a request that comes back for a decision nobody here knows of, since another process made it or this
   * one was started again: `refuse`, or `judge` it as a new one: refuse.
   */
  readonly unknownPending?: 'refuse' | 'judge';
  /** What ping tells: `0.1.0`, the version of AOS. */
  readonly version?: string;
  /**
   * Says why the agent that a step tells of may not ask; it then gets an error and no decision. For whoever knows from the
   * request which agent it is, as by a token.
   */
  readonly admit?: (agent: AgentIdentity, request: Request) => string | undefined;
  /** Ends every decision that is being made: hooks see it as their own signal, callers get an internal error. */
  readonly signal?: AbortSignal;
  /** Told of every repair and every request that got no decision. */
  readonly report?: (note: ServeNote) => void;
}
