import {
  checkOptions,
  InterposeError,
  type AgentIdentity,
  type Hooks,
  type SessionOptions,
  type Trace,
  type User,
} from '@interpose/core';
import { checkHooks } from '@interpose/core/adapter';

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

const AGENT = ['id', 'name', 'version', 'instructions', 'model', 'provider'];
const OPTIONS = ['session', 'agent', 'user', 'trace', 'require'];

/**
 * Checks the hooks and options of `withHooks`, which users without types mistake or forget: an option that is spelt
 * wrong would otherwise be read by nobody (law 13).
 *
 * @param own options of this adapter beside those that all have.
 * @throws InterposeError `invalid_option`, naming the nearest option.
 *
 * @example
 * checkWithHooks(hooks, { session: { id: 'thread-7' } });
 */
export function checkWithHooks(
  hooks: Partial<Hooks> | undefined,
  options: WithHooksOptions,
  ...own: readonly string[]
): void {
  if (typeof hooks?.dispatch !== 'function') {
    throw new InterposeError(
      'invalid_option',
      'withHooks got no hooks',
      'pass what createHooks returned as the second argument',
    );
  }
  checkHooks(hooks as Hooks);
  checkOptions('withHooks', options, [...OPTIONS, ...own]);
  const { session, agent, user, trace, require: required } = options;
  checkOptions('the session of withHooks', session, ['id', 'user', 'metadata']);
  checkOptions('the agent of withHooks', agent, AGENT);
  checkOptions('the trace of withHooks', trace, ['traceparent', 'tracestate']);
  checkId('session.id', session, true);
  checkId('user.id', user);
  checkId('session.user.id', session?.user);
  if (required === undefined || required === 'enforced') return;
  throw new InterposeError(
    'invalid_option',
    `require is ${JSON.stringify(required)}`,
    "pass 'enforced', or leave it away",
  );
}

/** Limits and approvals are counted by these ids: an empty or missing one would be everybody's. */
function checkId(name: string, owner: { readonly id?: string } | undefined, mayLack = false): void {
  if (owner === undefined || (mayLack && owner.id === undefined)) return;
  const id: unknown = owner?.id;
  if (typeof id === 'string' && id !== '') return;
  throw new InterposeError(
    'invalid_option',
    `${name} is ${JSON.stringify(id) ?? 'missing'}`,
    'pass a text that is not empty',
  );
}
