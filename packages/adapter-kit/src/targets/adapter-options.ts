import type { AgentIdentity, SessionOptions, Trace, User } from '@interpose/core';

/**
 * Options of `withHooks`; every one has a default.
 *
 * @example
 * const options: WithHooksOptions = { session: { id: 'thread-7' }, require: 'enforced' };
 */
export interface WithHooksOptions {
  /** The session every call belongs to: the ambient one, else the host's own, else a new one per call. */
  readonly session?: SessionOptions;
  /** Who the agent is; what is missing comes from the host's own settings. */
  readonly agent?: Partial<AgentIdentity>;
  /** On whose behalf it runs; the session's user by default. */
  readonly user?: User;
  /** W3C trace context the calls belong to; requests to a provider carry it as headers where the host lets them. */
  readonly trace?: Trace;
  /** `enforced`: refuse to hook what cannot be enforced on every path; throws `not_enforced`. */
  readonly require?: 'enforced';
}
