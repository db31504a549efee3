import type { AgentIdentity, SessionOptions, Trace, User } from '@interpose/core';

/**
 * Options of `withHooks` for a transport; every one has a default.
 *
 * @example
 * const options: WithHooksOptions = { server: 'files', session: { id: 'thread-7' } };
 */
export interface WithHooksOptions {
  /** The server's name for policies; `unnamed` by default, since a name that a server gives itself proves nothing. */
  readonly server?: string;
  /** The end of the connection that the transport is; `client` by default. */
  readonly role?: 'client' | 'server';
  /** The session of messages outside any chat; by default the ambient one, else one per connection. */
  readonly session?: SessionOptions;
  /** The identity of the agent outside any chat; its `id` is the server's name by default. */
  readonly agent?: Partial<AgentIdentity>;
  /** The user on whose behalf the agent runs; the session's user by default. */
  readonly user?: User;
  /** The W3C trace context of messages outside any chat. */
  readonly trace?: Trace;
  /** `enforced`: refuse to hook what cannot be enforced on every path; throws `not_enforced`. */
  readonly require?: 'enforced';
}
