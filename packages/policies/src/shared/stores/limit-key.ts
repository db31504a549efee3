import { InterposeError, type BaseContext, type ToolCall } from '@interpose/core';

/**
 * Whose limit it is: each of them has its own; `all` is one for everybody.
 *
 * @example
 * const scope: LimitScope = 'organisation';
 */
export type LimitScope = 'chat' | 'session' | 'user' | 'organisation' | 'tool' | 'agent' | 'all';

/**
 * What a limit sees of the step that counts.
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
 * A scope, several that must all agree (per user and tool), or a function that names whose limit it is.
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
  // Apps that know nobody often pass an empty id, which is nobody's: all who have it would count as one.
  user: ({ user }) => (isName(user?.id) ? [user?.organisation ?? '', user.id] : undefined),
  organisation: ({ user }) => (isName(user?.organisation) ? [user.organisation] : undefined),
  tool: ({ call }) => (call === undefined ? undefined : [call.name]),
  agent: ({ agent }) => [agent.id],
  all: () => [],
};

/**
 * Whose limit this step counts for, as a part of a store's key; undefined when it cannot be told. Where nobody said `per`,
 * it is the session's; a session that nobody named ends with its call, so there it is the agent's, for each user.
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

/** What a limit is per, in words: `user and tool`; `session` where nobody said it, unless the step tells more. */
export function limitWords(per: LimitPer | undefined, ctx?: LimitContext): string {
  if (per === undefined) return limitWords(ctx === undefined ? 'session' : usualScopes(ctx));
  return typeof per === 'function' ? 'key' : scopesOf(per).join(' and ');
}

/** Why nobody knows whose limit a step counts for, and what to do about it. */
export function whyUnknown(per: LimitPer | undefined, ctx: LimitContext): string {
  if (typeof per === 'function') return 'the function given as per named nobody for this step';
  const absent = scopesOf(per ?? 'session').find((scope) => SCOPES[scope](ctx) === undefined);
  const remedy =
    absent === 'user'
      ? 'name one with withHooks(…, { user: { id } }) or hooks.inSession'
      : absent === 'organisation'
        ? 'name one with withHooks(…, { user: { id, organisation } }) or hooks.inSession'
        : 'count it per something else';
  return `this step has no ${absent ?? 'key'}: ${remedy}, or pass a fallback`;
}

/** @throws InterposeError `invalid_option` when nothing can be counted per this. */
export function checkPer(policy: string, option: string, per: LimitPer): void {
  if (typeof per === 'function') return;
  const scopes = scopesOf(per);
  if (scopes.length > 0 && scopes.every((scope) => Object.hasOwn(SCOPES, scope))) return;
  throw new InterposeError(
    'invalid_option',
    `${option} of ${policy} is ${JSON.stringify(per)}`,
    `pass one or several of ${Object.keys(SCOPES).join(', ')}, or a function`,
  );
}

function scopesOf(per: LimitScope | readonly LimitScope[]): readonly LimitScope[] {
  return typeof per === 'string' ? [per] : Array.isArray(per) ? (per as LimitScope[]) : [];
}

/** Encoded, so that no name can pretend to be two. */
function keyOf(scope: string, names: readonly string[]): string {
  return [scope, ...names.map((name) => encodeURIComponent(name))].join(':');
}
