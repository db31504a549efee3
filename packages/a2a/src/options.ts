import type { AgentIdentity, SessionOptions, Trace, User } from '@interpose/core';

/** Options of `withHooks` for A2A; every one has a default. */
export interface WithHooksOptions {
  /** The session every message belongs to: the ambient one, on a server else that of its context id, else a new one per call. */
  readonly session?: SessionOptions;
  /** Who this side is; what is missing comes from the agent card. */
  readonly agent?: Partial<AgentIdentity>;
  /** On whose behalf; on a server the authenticated user by default. */
  readonly user?: User;
  /** W3C trace context the messages belong to; a client sends it on, a server takes it from the request's headers by default. */
  readonly trace?: Trace;
  /** `enforced`: refuse to hook what cannot be enforced on every path; throws `not_enforced`. */
  readonly require?: 'enforced';
}
