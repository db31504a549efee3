import {
  checkOptions,
  type Context,
  definePolicy,
  deny,
  type DenyVerdict,
  type MaybePromise,
  type NameMatch,
  type OptionKind,
  type Policy,
} from '@interpose/core';

import { inBudget } from '../shared/budget/in-budget.ts';
import { spendOn, type Price } from '../shared/budget/spend-on.ts';
import { andThen } from '../shared/values/and-then.ts';
import { listedTools } from '../shared/names/listed-tools.ts';
import { matchNames } from '../shared/names/match-names.ts';
import {
  changeChat,
  chatOf,
  type ChatRecord,
  type LoopRecord,
  type RecentCall,
} from './chat-record.ts';
import { callOf, digestArgs, digestError, ENDLESS } from './digests.ts';
import { findLoop } from './find-loop.ts';
import { loopLimits, remembered, type LoopLimits } from './loop-limits.ts';

const OPTIONS = {
  ignore: 'any',
  maxRepeats: 'any',
  maxCycles: 'any',
  maxPeriod: 'any',
  maxSameErrors: 'any',
  maxCalls: 'any',
  maxSessionCalls: 'any',
  maxWarnings: 'any',
  message: 'string',
} satisfies Record<keyof StopLoopsOptions, OptionKind>;

/**
 * Options of `stopLoops`; every limit may be Infinity.
 *
 * @example
 * const options: StopLoopsOptions = { ignore: ['poll_*'], maxCalls: 50 };
 */
export interface StopLoopsOptions {
  /** Tools that may repeat, alternate and fail freely; their calls still count. Default: none. */
  readonly ignore?: readonly NameMatch[];
  /** The number of times that the same call may be made in a row. Default: 3. */
  readonly maxRepeats?: number;
  /** The number of times that the same sequence of calls may be made. Default: 3. */
  readonly maxCycles?: number;
  /** The number of calls in the longest sequence to detect. Default: 4. */
  readonly maxPeriod?: number;
  /** The number of times that a tool may fail in the same way without a result between. Default: 3. */
  readonly maxSameErrors?: number;
  /** The most calls of one chat. Default: 200. */
  readonly maxCalls?: number;
  /** The most calls of one session. Default: Infinity. */
  readonly maxSessionCalls?: number;
  /** The number of denied calls after which the next one ends the chat. Default: 3. */
  readonly maxWarnings?: number;
  /** The text that people read when a chat is ended. */
  readonly message?: string;
}

/** The limits of one `stopLoops` policy, and the key of its record in a session. */
interface LoopRules {
  readonly key: string;
  readonly limits: LoopLimits;
  readonly isIgnored: (tool: string) => boolean;
}

/**
 * Denies calls that repeat in a loop and tells the model what to do instead. A chat that continues is ended.
 *
 * @example
 * const hooks = createHooks({ policies: [stopLoops({ ignore: ['job_status'] })] });
 * @throws InterposeError `invalid_option` for a limit that is no whole number.
 */
export function stopLoops(options?: StopLoopsOptions): Policy;
export function stopLoops(options: StopLoopsOptions = {}, ...more: readonly unknown[]): Policy {
  checkOptions('stopLoops', options, OPTIONS, more);
  const { ignore = [], message, ...given } = options;
  const limits = loopLimits(given);
  const isIgnored = matchNames('stopLoops ignore', ignore);
  const rules: LoopRules = { key: keyOf(limits, ignore), limits, isIgnored };
  // When an approver changes the value, the hooks run again for the same call. It counts once.
  const counted = new WeakSet<object>();
  return definePolicy({
    name: 'stop-loops',
    version: '1.0.0',
    // Runs early, so that it also sees calls that later hooks deny: a model repeats those too.
    priority: 10,
    hooks: inBudget({
      preToolCall: [
        (ctx) => {
          // A retry, or a call that a person let go on, is no new call.
          if (ctx.attempt > 1 || ctx.resumed || counted.has(ctx.metadata)) return undefined;
          counted.add(ctx.metadata);
          return judgeCall(ctx, rules);
        },
        ...listedTools(ignore),
      ],
      onToolCallError: (ctx) =>
        ctx.attempt > 1 || isIgnored(ctx.call.name)
          ? undefined
          : remember(ctx, rules, (chat) => withFailure(chat, ctx)),
      onToolCallResult: (ctx) => forgetFailures(ctx, rules),
      preRequest: ({ session, chatId }) =>
        andThen(session.state.get<LoopRecord>(rules.key), (record) =>
          chatOf(record, chatId).warnings > limits.maxWarnings ? ended(message) : undefined,
        ),
    }),
  });
}

/** The cost of a digest of arguments, in units of work. */
const PRICE: Price = { value: 5, character: 0.25 };

/** Returns a key made of the options: other options count separately, equal ones together in every process. */
function keyOf(limits: LoopLimits, ignore: readonly NameMatch[]): string {
  return `stop-loops:${digestArgs({ limits: Object.entries(limits).join(), ignore: ignore.map(String) })}`;
}

function judgeCall(
  { call, session, chatId }: Context<'preToolCall'>,
  { key, limits, isIgnored }: LoopRules,
): MaybePromise<DenyVerdict | undefined> {
  const tool = call.name.slice(0, 64);
  const free = isIgnored(call.name);
  if (!free) spendOn(call.args, PRICE);
  const made = free ? undefined : callOf(tool, call.args);
  if (made === 'endless') return deny(ENDLESS, { code: 'too_complex' });
  let loop: string | undefined;
  const updated = session.state.update<LoopRecord>(key, (record) => {
    const counted = { calls: (record?.calls ?? 0) + 1, chats: record?.chats ?? [] };
    return changeChat(counted, chatId, (chat) => {
      const next = withCall(chat, made, limits);
      loop = findLoop(counted, next, free ? undefined : tool, limits);
      return loop === undefined ? next : { ...next, warnings: next.warnings + 1 };
    });
  });
  return andThen(updated, () =>
    loop === undefined ? undefined : deny(loop, { code: 'loop_detected' }),
  );
}

function withCall(chat: ChatRecord, call: RecentCall | undefined, limits: LoopLimits): ChatRecord {
  const recent = call === undefined ? chat.recent : [...chat.recent, call];
  return { ...chat, calls: chat.calls + 1, recent: recent.slice(-remembered(limits)) };
}

function withFailure(chat: ChatRecord, { call, error }: Context<'onToolCallError'>): ChatRecord {
  const tool = call.name.slice(0, 64);
  const said = digestError(error.message);
  const before = chat.failures.find((each) => each.tool === tool);
  const times = before?.error === said ? before.times + 1 : 1;
  const others = chat.failures.filter((each) => each.tool !== tool);
  return { ...chat, failures: [...others, { tool, error: said, times }].slice(-16) };
}

function forgetFailures(
  ctx: Context<'onToolCallResult'>,
  rules: LoopRules,
): MaybePromise<undefined> {
  const tool = ctx.call.name.slice(0, 64);
  const has = (chat: ChatRecord): boolean => chat.failures.some((each) => each.tool === tool);
  return andThen(
    ctx.session.state.get<LoopRecord>(rules.key),
    (record): MaybePromise<undefined> => {
      if (!has(chatOf(record, ctx.chatId))) return undefined;
      return remember(ctx, rules, (chat) => ({
        ...chat,
        failures: chat.failures.filter((each) => each.tool !== tool),
      }));
    },
  );
}

function remember(
  { session, chatId }: Context<'onToolCallError' | 'onToolCallResult'>,
  { key }: LoopRules,
  change: (chat: ChatRecord) => ChatRecord,
): MaybePromise<undefined> {
  const updated = session.state.update<LoopRecord>(key, (record) =>
    changeChat(record, chatId, change),
  );
  return andThen(updated, () => undefined);
}

function ended(message: string | undefined): DenyVerdict {
  return deny('the agent went on in circles after it was told', {
    code: 'loop_detected',
    ...(message === undefined ? {} : { message }),
  });
}
