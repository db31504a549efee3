import type { Context } from './context.ts';
import type { EventName } from '../events/event-map.ts';
import type { HookReturn, NoVerdict } from '../decisions/hook-return.ts';
import type { DecisionRecord } from '../decisions/record.ts';
import type { MaybePromise } from './store.ts';
import type { ArgsOf, NameMatch, ToolMatch, ToolOption } from './tool-match.ts';
import type { Dict } from '../values/index.ts';

/**
 * The one function shape: sees a step; returns nothing, a value or a verdict, now or later.
 *
 * @example
 * const noShell: Hook<'preToolCall'> = ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined);
 * hooks.addHook('preToolCall', noShell);
 */
export type Hook<E extends EventName, Args = Dict> = (
  ctx: Context<E, Args>,
) => MaybePromise<HookReturn<E, Args>>;

/**
 * A hook on this event, bound to what its `tool` option takes.
 * A conditional type, because TypeScript resolves only those before it reads what a hook returns.
 */
export type HookFor<E extends EventName, T extends ToolMatch> = [E] extends [EventName]
  ? Hook<E, ArgsOf<T>>
  : never;

/**
 * Watches an event; the record is there when the event has one.
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
  /** Stands after the name of the policy in records; made of the event otherwise. */
  readonly name?: string;
  /** 100 by default; the lowest is the outermost layer. */
  readonly priority?: number;
  /** Only for calls of this tool; a typed tool types the hook's arguments. */
  readonly tool?: ToolOption<E, T>;
  /** Only for agents whose id or name matches. */
  readonly agent?: NameMatch;
  /** Only when this says true; a throw counts as a failure of the hook. */
  readonly when?: (ctx: Context<E, ArgsOf<T>>) => boolean;
  /** How a failure of this hook counts, where it is not the option of the registry. */
  readonly onError?: OnError;
  /** Milliseconds; 0 or Infinity: no limit. */
  readonly timeoutMs?: number;
  /** Run at most once. */
  readonly once?: boolean;
  /** Removes the hook when it aborts. */
  readonly signal?: AbortSignal;
  /** Run even after a deny or respond. */
  readonly always?: boolean;
  /** `monitor`: what it says is recorded and not carried out. */
  readonly mode?: 'enforce' | 'monitor';
  /** `observe`: watch a stream without holding it back. */
  readonly stream?: 'observe';
  /** Characters of a stream held back, or how many of this pending text may still become a match. */
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
  /** `sequence` awaits observers in order. */
  readonly run?: 'parallel' | 'sequence';
  /** `throw`, only with `sequence`, ends the chat. */
  readonly onError?: 'report' | 'throw';
  readonly signal?: AbortSignal;
}

/**
 * Removes exactly one registration; calling it twice is harmless.
 *
 * @example
 * const dispose = hooks.addHook('preToolCall', () => deny('closed'));
 * dispose();
 */
export interface Disposer {
  (): void;
  [Symbol.dispose](): void;
  /** Settles when the policy's setup has; rejects when it failed. */
  readonly ready?: Promise<void>;
}
