import type { AgentIdentity, SessionOptions, Trace, User } from '@interpose/core';

/** Options of `withHooks` for the OpenAI Agents SDK; every one has a default. */
export interface WithHooksOptions {
  /** The session every run belongs to: the ambient one, else the SDK's own session, else a new one per run. */
  readonly session?: SessionOptions;
  /** Who the agent is; what is missing comes from the agent itself. */
  readonly agent?: Partial<AgentIdentity>;
  /** On whose behalf it runs; the session's user by default. */
  readonly user?: User;
  /** W3C trace context the runs belong to. */
  readonly trace?: Trace;
  /** `enforced`: refuse to hook what cannot be enforced on every path; throws `not_enforced`. */
  readonly require?: 'enforced';
}
