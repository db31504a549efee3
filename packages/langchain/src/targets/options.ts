import type { AgentIdentity, SessionOptions, Trace, User } from '@interpose/core';

/** Options of `withHooks` for LangChain; every one has a default. */
export interface WithHooksOptions {
  /** The session every call belongs to: the ambient one, else a new one per call. */
  readonly session?: SessionOptions;
  /** Who the agent is; what is missing comes from the agent itself. */
  readonly agent?: Partial<AgentIdentity>;
  /** On whose behalf it runs; the session's user by default. */
  readonly user?: User;
  /** W3C trace context the calls belong to; requests to the provider carry it as headers. */
  readonly trace?: Trace;
  /** `enforced`: refuse to hook what cannot be enforced on every path; throws `not_enforced`. */
  readonly require?: 'enforced';
}
