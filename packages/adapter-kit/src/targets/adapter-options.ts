import {
  checkOptions,
  InterposeError,
  type AgentIdentity,
  type Hooks,
  type OptionKinds,
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
  /** The session of every call; by default the ambient one, else the host's own, else a new one per call. */
  readonly session?: SessionOptions;
  /** The identity of the agent; missing fields come from the host's own settings. */
  readonly agent?: Partial<AgentIdentity>;
  /** The user on whose behalf the agent runs; the session's user by default. */
  readonly user?: User;
  /** The W3C trace context of the calls; requests to a provider send it as headers where the host allows that. */
  readonly trace?: Trace;
  /** `enforced`: refuse to hook what cannot be enforced on every path; throws `not_enforced`. */
  readonly require?: 'enforced';
}

const SESSION: OptionKinds = { id: 'string', user: 'any', metadata: 'object' };
const USER: OptionKinds = { id: 'string', name: 'string', organisation: 'string' };
const AGENT: OptionKinds = {
  id: 'string',
  name: 'string',
  version: 'string',
  instructions: 'string',
  model: 'string',
  provider: 'any',
};
const TRACE: OptionKinds = { traceparent: 'string', tracestate: 'string' };

/**
 * Checks the hooks and options of `withHooks`, which users without types mistake or forget: an option with a wrong
 * spelling would otherwise have no effect (law 13).
 *
 * @param own the other options of this adapter, and what each may be.
 * @param more the arguments after the options, which would have no effect.
 * @throws InterposeError `invalid_option`, naming the nearest option.
 *
 * @example
 * checkWithHooks(hooks, { session: { id: 'thread-7' } });
 */
export function checkWithHooks(
  hooks: Partial<Hooks> | undefined,
  options: WithHooksOptions,
  own: OptionKinds = {},
  more: readonly unknown[] = [],
): void {
  checkHooks(hooks as Hooks);
  checkOptions(
    'withHooks',
    options,
    {
      session: 'any',
      agent: 'any',
      user: 'any',
      trace: 'any',
      require: ['enforced'],
      ...own,
    },
    more,
  );
  const { session, agent, user, trace } = options;
  checkPart('session', session, SESSION);
  checkPart('session.user', session?.user, USER);
  checkPart('user', user, USER);
  checkPart('agent', agent, AGENT);
  checkPart('trace', trace, TRACE);
}

/** Checks one option. Limits and approvals are counted by its id: everybody would share an empty or missing one. */
function checkPart(
  name: string,
  part: ({ readonly id?: string } & object) | Trace | undefined,
  kinds: OptionKinds,
): void {
  checkOptions(`the ${name} of withHooks`, part, kinds);
  const { id } = (part ?? { id: name }) as { readonly id?: string };
  if (id || (id === undefined && kinds !== USER)) return;
  throw new InterposeError('invalid_option', `the ${name} of withHooks has no id`, 'pass one');
}
