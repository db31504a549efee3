import type { Context } from './context.ts';
import type { EventName, VerbOf } from '../events/event-map.ts';
import type { NoVerdict, ThisEventTakes } from '../decisions/hook-return.ts';
import type { DecisionRecord } from '../decisions/record.ts';
import type { MaybePromise } from './store.ts';
import type { ArgsOf, NameMatch, ToolMatch, ToolOption } from './tool-match.ts';
import type { Dict } from '../values/index.ts';

/**
 * The one shape of hooks: a function that gets a step and returns nothing, a value or a verdict, now or later.
 *
 * @example
 * const noShell: Hook<'preToolCall'> = ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined);
 * hooks.addHook('preToolCall', noShell);
 */
export type Hook<E extends EventName, Args = Dict> = (
  ctx: Context<E, Args>,
) => ThisEventTakes<VerbOf<E>, E, Args>;

/**
 * A function that watches an event. It also gets the record, if the event has one.
 *
 * @example
 * const log: Observer<'preToolCall'> = ({ call }, record) => console.log(call.name, record?.decision);
 * hooks.observe('preToolCall', log);
 */
export type Observer<E extends EventName> = (
  ctx: Context<E>,
  record?: DecisionRecord,
) => MaybePromise<NoVerdict>;

/**
 * How a failing or late hook counts: as a deny, as an error of the chat, or not at all.
 *
 * @example
 * const onError: OnError = 'deny';
 * createHooks({ onError });
 */
export type OnError = 'deny' | 'throw' | 'allow';

/**
 * Options of one hook.
 *
 * @example
 * const options: HookOptions<'preToolCall'> = { name: 'no-rm', priority: 10, tool: 'exec', timeoutMs: 50 };
 * hooks.addHook('preToolCall', () => deny('no shell'), options);
 */
export interface HookOptions<E extends EventName = EventName, T extends ToolMatch = ToolMatch> {
  /** The name of the hook in records, after that of its policy; by default the name of the event. */
  readonly name?: string;
  /** The lowest number runs first before a step, and last after it; by default 100. */
  readonly priority?: number;
  /** Run only for calls of this tool: a name, a pattern, or a typed tool, which types the hook's arguments. */
  readonly tool?: ToolOption<E, T>;
  /** Run only for agents whose id or name matches. */
  readonly agent?: NameMatch;
  /** Run only if this function returns true. An error, or a value that is not a boolean, counts as a failed hook. */
  readonly when?: (ctx: Context<E, ArgsOf<T>>) => boolean;
  /** How a failure of this hook counts; by default as `onError` of `createHooks` says. */
  readonly onError?: OnError;
  /** Milliseconds that this hook may take; 0 or Infinity is no limit. By default that of `createHooks`. */
  readonly timeoutMs?: number;
  /** Whether the hook runs only once, and is then removed; by default false. */
  readonly once?: boolean;
  /** Removes the hook when this signal aborts. */
  readonly signal?: AbortSignal;
  /** Whether the hook runs although an earlier hook denied or responded; by default false. */
  readonly always?: boolean;
  /** `monitor` records what this hook says and does not carry it out. */
  readonly mode?: 'enforce' | 'monitor';
  /** `observe` lets a hook on onResponseDelta, onResponse or onAgentResponse watch a stream without holding it back. */
  readonly stream?: 'observe';
  /** How many characters of a stream to hold back, or a function that returns this for the waiting text. */
  readonly window?: number | ((pending: string) => number);
}

/**
 * Options of one observer.
 *
 * @example
 * const options: ObserverOptions = { name: 'audit', run: 'sequence', onError: 'throw' };
 * hooks.observe('onMessage', ({ message }) => console.log(textOf(message)), options);
 */
export interface ObserverOptions {
  readonly name?: string;
  readonly priority?: number;
  /** With `sequence`, observers run one after the other, and each is awaited. */
  readonly run?: 'parallel' | 'sequence';
  /** With `throw`, which needs `sequence`, an error of the observer ends the chat. */
  readonly onError?: 'report' | 'throw';
  readonly signal?: AbortSignal;
}

/**
 * Removes exactly one registration. A second call does nothing.
 *
 * @example
 * const dispose = hooks.addHook('preToolCall', () => deny('closed'));
 * dispose();
 */
export interface Disposer {
  (): void;
  [Symbol.dispose](): void;
  /** Settles when the policy's setup has finished; rejects if it failed. */
  readonly ready?: Promise<void>;
}
