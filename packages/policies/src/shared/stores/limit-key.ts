import { InterposeError, type BaseContext, type ToolCall } from '@interpose/core';
import { keyPart } from '@interpose/core/adapter';

/**
 * The scope of a limit: each chat, session and so on has its own; `all` is one limit for everybody.
 *
 * @example
 * const scope: LimitScope = 'organisation';
 */
export type LimitScope = 'chat' | 'session' | 'user' | 'organisation' | 'tool' | 'agent' | 'all';

/**
 * The parts of a step that a limit sees.
 *
 * @example
 * const plan = ({ user }: LimitContext): string | undefined => user?.organisation ?? 'free';
 * limitRate({ limit: 5, windowMs: 60_000, per: plan });
 */
export type LimitContext = Pick<
  BaseContext,
  'session' | 'chatId' | 'parentChatId' | 'agent' | 'user' | 'metadata' | 'signal'
> & { readonly event: string; readonly call?: ToolCall };

/**
 * A scope, several scopes together (per user and tool), or a function that returns the owner of the limit.
 *
 * @example
 * const per: LimitPer = ['user', 'tool'];
 */
export type LimitPer =
  | LimitScope
  | readonly LimitScope[]
  | ((ctx: LimitContext) => string | undefined);

const SCOPES: Readonly<Record<LimitScope, (ctx: LimitContext) => readonly string[] | undefined>> = {
  chat: ({ session, chatId }) => [session.id, chatId],
  session: ({ session }) => [session.id],
  // Apps without users often pass an empty id. It counts as no user, since all of them would share one limit.
  user: ({ user }) => (isName(user?.id) ? [user?.organisation ?? '', user.id] : undefined),
  organisation: ({ user }) => (isName(user?.organisation) ? [user.organisation] : undefined),
  tool: ({ call }) => (call === undefined ? undefined : [call.name]),
  agent: ({ agent }) => [agent.id],
  all: () => [],
};

/**
 * Returns the owner of the limit for this step, as a part of the store's key; undefined if unknown. Without `per` it is
 * the session. An unnamed session ends with its call, so there it is the agent, for each user.
 */
export function limitKey(per: LimitPer | undefined, ctx: LimitContext): string | undefined {
  if (per === undefined) return limitKey(usualScopes(ctx), ctx);
  if (typeof per === 'function') {
    const named = per(ctx);
    return isName(named) ? keyOf('by', [named]) : undefined;
  }
  const parts: string[] = [];
  for (const scope of scopesOf(per)) {
    const names = SCOPES[scope](ctx);
    if (names === undefined) return undefined;
    parts.push(keyOf(scope, names));
  }
  return parts.join('+');
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

function usualScopes({ session, user }: LimitContext): readonly LimitScope[] {
  if (session.named) return ['session'];
  return isName(user?.id) ? ['agent', 'user'] : ['agent'];
}

/** Returns the scopes in words: `user and tool`. Without `per`: `session`, or the usual scopes of the step. */
export function limitWords(per: LimitPer | undefined, ctx?: LimitContext): string {
  if (per === undefined) return limitWords(ctx === undefined ? 'session' : usualScopes(ctx));
  return typeof per === 'function' ? 'key' : scopesOf(per).join(' and ');
}

/** Says why the owner of the limit is unknown, and what to do about it. */
export function whyUnknown(per: LimitPer | undefined, ctx: LimitContext): string {
  if (typeof per === 'function') return 'the function given as per named nobody for this step';
  // Each step has the other scopes: only a user, an organisation or a tool may be absent.
  const absent = scopesOf(per ?? 'session').find((scope) => SCOPES[scope](ctx) === undefined)!;
  const remedy =
    absent === 'tool'
      ? 'count only calls of tools, or per session, user or agent'
      : `name one with withHooks(…, { user: { id${absent === 'user' ? '' : ', organisation'} } }) or hooks.inSession`;
  return `this step has no ${absent}: ${remedy}, or pass a fallback`;
}

/** @throws InterposeError `invalid_option` for unknown scopes. */
export function checkPer(policy: string, option: string, per: LimitPer): void {
  if (typeof per === 'function') return;
  const scopes = [per].flat();
  if (scopes.length > 0 && scopes.every((scope) => Object.hasOwn(SCOPES, scope))) return;
  throw new InterposeError(
    'invalid_option',
    `${option} of ${policy} is ${JSON.stringify(per)}`,
    `pass one of ${Object.keys(SCOPES).join(', ')}, or a list of them, or a function`,
  );
}

function scopesOf(per: LimitScope | readonly LimitScope[]): readonly LimitScope[] {
  return typeof per === 'string' ? [per] : per;
}

/** Returns an encoded key, so that no name can pass for two names. */
function keyOf(scope: string, names: readonly string[]): string {
  return [scope, ...names].map(keyPart).join(':');
}
