import type { AgentIdentity, OptionKind } from '@interpose/core';

import type { Repair } from '../wire/repair.ts';

/**
 * An event for operators of a guardian.
 *
 * @example
 * const log = (note: ServeNote): void => console.log(note.kind);
 */
export type ServeNote =
  | { readonly kind: 'repair'; readonly method: string; readonly repairs: readonly Repair[] }
  | { readonly kind: 'fault'; readonly code: number; readonly cause?: unknown };

/**
 * Options of `serve`; every option has a default.
 *
 * @example
 * const options: ServeOptions = { token: 'secret', maxRequestBytes: 65_536 };
 */
export interface ServeOptions {
  /** The bearer token that every caller must send. Without it, everybody gets answers. */
  readonly token?: string;
  /** The largest request in bytes; a larger one is refused unread. Default: 1 MiB. */
  readonly maxRequestBytes?: number;
  /** The deepest nesting of a request. Default: 64. */
  readonly maxDepth?: number;
  /** True: known defects of requests are repaired and reported. Default: true. */
  readonly repair?: boolean;
  /** Milliseconds after which the caller is told to ask again for the decision. Default: never. */
  readonly pendingAfterMs?: number;
  /**
   * What happens to a request for a pending decision that is unknown here, from another process or before a restart:
   * `refuse` it, or `judge` it as a new one. Default: `refuse`.
   */
  readonly unknownPending?: 'refuse' | 'judge';
  /** The version that ping returns. Default: `0.1.0`, the version of AOS. */
  readonly version?: string;
  /**
   * Returns why the agent of a step may not ask; it then gets an error and no decision. Use it if the request itself
   * shows which agent it is, for example by its token.
   */
  readonly admit?: (agent: AgentIdentity, request: Request) => string | undefined;
  /** Ends all decisions in progress: hooks see it as their own signal, callers get an internal error. */
  readonly signal?: AbortSignal;
  /** Called with every repair and every request without a decision. */
  readonly report?: (note: ServeNote) => void;
}

/** The kinds of the options that `serve` shares with workers. */
export const SERVED: Readonly<Record<Exclude<keyof ServeOptions, 'admit' | 'signal'>, OptionKind>> =
  {
    token: 'string',
    maxRequestBytes: 'count',
    maxDepth: 'count',
    pendingAfterMs: 'count',
    version: 'string',
    unknownPending: ['refuse', 'judge'],
    repair: 'boolean',
    report: 'function',
  };
