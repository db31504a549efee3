import {
  checkOptions,
  ask,
  definePolicy,
  InterposeError,
  type AskVerdict,
  type Context,
  type Dict,
  type MaybePromise,
  type NameMatch,
  type Policy,
} from '@interpose/core';

import { andThen } from '../shared/values/and-then.ts';
import { listedTools } from '../shared/names/listed-tools.ts';
import { MAX_NAME, matchNames, type NameTest } from '../shared/names/match-names.ts';

const OPTIONS = Object.keys({
  tools: true,
  agents: true,
  when: true,
  reason: true,
  timeoutMs: true,
  remember: true,
} satisfies Record<keyof RequireApprovalOptions, true>);

/**
 * The calls that need approval, and how they get it.
 *
 * @example
 * const options: RequireApprovalOptions = { tools: ['refund'], when: ({ cents }) => Number(cents) > 1000, remember: 'chat' };
 */
export interface RequireApprovalOptions {
  /** Tools whose calls a person must approve; `['*']` for all. */
  readonly tools?: readonly NameMatch[];
  /** Agents that a person must approve before a hand-off or a call. */
  readonly agents?: readonly NameMatch[];
  /** Whether a call needs approval: only `false`, or a promise of it, runs it unasked. Default: every call does. */
  readonly when?: (args: Dict, ctx: Context<'preToolCall'>) => MaybePromise<boolean>;
  /** The reason that the person reads, and the model after a refusal. */
  readonly reason?: string | ((ctx: Context<'preToolCall'> | Context<'preDelegate'>) => string);
  /** Milliseconds after which silence counts as no. Default: `approvalTimeoutMs` of the registry. */
  readonly timeoutMs?: number;
  /** How long a yes to exactly these arguments holds. Default: `never`. */
  readonly remember?: 'never' | 'chat' | 'session';
}

/**
 * Asks a person before these tools run or these agents take over; without a yes to exactly that, nothing happens.
 *
 * @example
 * const hooks = createHooks({
 *   policies: [requireApproval({ tools: ['refund'], when: ({ cents }) => Number(cents) > 1000 })],
 *   approver: () => ({ approved: false, by: 'nobody is there' }),
 * });
 * @throws InterposeError `invalid_option` when neither tools nor agents are named, or an option is unknown.
 */
export function requireApproval(options: RequireApprovalOptions): Policy;
export function requireApproval(
  options: RequireApprovalOptions,
  ...more: readonly unknown[]
): Policy {
  checkOptions('requireApproval', options ?? null, OPTIONS, more);
  const { tools = [], agents = [], when } = options;
  checkApprovalOptions(options);
  const isTool = asksAbout('requireApproval tools', tools);
  const isAgent = asksAbout('requireApproval agents', agents);
  return definePolicy({
    name: 'require-approval',
    version: '1.0.0',
    // Runs late, so that `when` judges the arguments that earlier hooks left; people always approve the final value.
    priority: 900,
    hooks: {
      preToolCall: [
        (ctx) => {
          // A renamed call is checked under both names: the one it would run under, and its tool's own.
          if (!isTool(ctx.call.name) && !isTool(ctx.tool.name)) return undefined;
          return andThen(isNeeded(when, ctx), (needed) =>
            needed ? asked(options, ctx, ctx.call.name) : undefined,
          );
        },
        ...listedTools(tools),
      ],
      preDelegate: (ctx) => (isAgent(ctx.task.to) ? asked(options, ctx, ctx.task.to) : undefined),
    },
  });
}

/** Returns a test for names. An overlong name is asked about too: nobody can have meant to let it pass. */
function asksAbout(option: string, names: readonly NameMatch[]): NameTest {
  const isListed = matchNames(option, names);
  return (name) => isListed(name) || (names.length > 0 && name.length > MAX_NAME);
}

function isNeeded(
  when: RequireApprovalOptions['when'],
  ctx: Context<'preToolCall'>,
): MaybePromise<boolean> {
  try {
    const said: unknown = when?.(ctx.call.args, ctx);
    if (typeof said !== 'object' || said === null) return said !== false;
    return Promise.resolve(said).then(
      (later: unknown) => later !== false,
      () => true,
    );
  } catch {
    return true;
  }
}

function asked(
  { reason, timeoutMs, remember }: RequireApprovalOptions,
  ctx: Context<'preToolCall'> | Context<'preDelegate'>,
  name: string,
): AskVerdict {
  const said = typeof reason === 'function' ? reason(ctx) : reason;
  return ask(said ?? `${name.slice(0, 64)} needs a person's approval`, {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(remember === undefined ? {} : { remember }),
  });
}

const REMEMBER: readonly unknown[] = [undefined, 'never', 'chat', 'session'];

function checkApprovalOptions({
  tools,
  agents,
  when,
  reason,
  timeoutMs,
  remember,
}: RequireApprovalOptions): void {
  if ((tools ?? []).length === 0 && (agents ?? []).length === 0)
    throw invalid('names neither tools nor agents', "name them, or pass tools: ['*']");
  if (when !== undefined && typeof when !== 'function')
    throw invalid('has a condition that is no function', 'pass when: (args, ctx) => boolean');
  if (
    reason !== undefined &&
    typeof reason !== 'function' &&
    (typeof reason !== 'string' || reason === '')
  )
    throw invalid('has a reason that is no text', 'pass a text or a function that gives one');
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0))
    throw invalid('has no time to wait', 'pass timeoutMs as milliseconds above 0');
  if (!REMEMBER.includes(remember))
    throw invalid('does not know how long to remember', 'pass never, chat or session');
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `requireApproval ${problem}`, remedy);
}
