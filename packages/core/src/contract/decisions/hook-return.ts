import type {
  EventName,
  FormKeyOf,
  OutcomesOf,
  SlotOf,
  SlotValueOf,
  VerbOf,
} from '../events/event-map.ts';
import type { Dict, ToolCall } from '../values/index.ts';
import type {
  AllowVerdict,
  AskVerdict,
  DenyVerdict,
  ModifyVerdict,
  RespondVerdict,
  RetryVerdict,
  Verb,
} from './verdict.ts';

/** The keys of all short forms at all events. A second key beside the right one must not compile either. */
type AnyFormKey = { [E in EventName]: FormKeyOf<E> }[EventName];

/** An object without these keys. */
type Without<Keys extends string> = { readonly [P in Keys]?: never };

/** An object with this key and no other key that a hook can return. */
type Sole<Key extends string, Value> = { readonly [P in Key]: Value } & Without<
  Exclude<AnyFormKey | 'decision', Key>
>;

/** A verdict object with no short form beside it. */
type Alone<V> = V extends unknown ? V & Without<Exclude<AnyFormKey, keyof V>> : never;

/** The value that a hook may put into the slot. For a tool call, its arguments are typed. */
type SlotForm<E extends EventName, Args> = [SlotValueOf<E>] extends [never]
  ? never
  : SlotValueOf<E> extends ToolCall
    ? ToolCall<Args>
    : SlotValueOf<E>;

type OutcomeKeyOf<E extends EventName> = keyof OutcomesOf<E> & string;

type OneOutcome<E extends EventName> = {
  [K in OutcomeKeyOf<E>]: { readonly [P in K]: OutcomesOf<E>[P] } & Without<
    Exclude<OutcomeKeyOf<E>, K>
  >;
}[OutcomeKeyOf<E>];

type ShortForm<E extends EventName, Args> =
  | ('modify' extends VerbOf<E> ? Sole<SlotOf<E>, SlotForm<E, Args>> : never)
  | ('respond' extends VerbOf<E>
      ? { [K in OutcomeKeyOf<E>]: Sole<K, OutcomesOf<E>[K]> }[OutcomeKeyOf<E>]
      : never);

/**
 * The verdict objects that a hook on this event may return. A dispatch of the event resolves to one of them.
 *
 * @example
 * const refuse: Verdict<'preToolCall'> = { decision: 'deny', reason: 'no shell', code: 'no_shell' };
 */
export type Verdict<E extends EventName, Args = Dict> =
  | AllowVerdict
  | ('deny' extends VerbOf<E> ? DenyVerdict : never)
  | ('modify' extends VerbOf<E> ? ModifyVerdict<SlotForm<E, Args>> : never)
  | ('respond' extends VerbOf<E> ? RespondVerdict<OneOutcome<E>> : never)
  | ('ask' extends VerbOf<E> ? AskVerdict : never)
  | ('retry' extends VerbOf<E> ? RetryVerdict : never);

/** Any value but a verdict. Observers cannot decide, so returning a verdict is a mistake. */
export type NoVerdict =
  | void
  | null
  | undefined
  | string
  | number
  | boolean
  | bigint
  | symbol
  // `object` stops TypeScript from asking for a common key. The compiler checks a promise by its value.
  | (object & Without<'decision' | 'then'>);

type UntakenBy<E extends EventName> = Exclude<Verb, VerbOf<E>>;

/** A type that no value has. With it, the compiler's message names the verbs that the event takes. */
interface NotTakenHere<Untaken, Taken> {
  readonly decision: Untaken;
  readonly thisEventTakes: Taken & never;
}

/**
 * The same for values that are not verdicts, such as `{ block: true, reason }`. It has all keys of a verdict, so that
 * the compiler picks it as the nearest type and shows it in its message.
 */
interface NotAVerdict<Taken> {
  readonly decision: never;
  readonly thisEventTakes: Taken & never;
  readonly reason?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
  readonly value?: unknown;
  readonly outcome?: unknown;
  readonly timeoutMs?: unknown;
  readonly remember?: unknown;
  readonly delayMs?: unknown;
}

/**
 * The values that a hook on this event may return: nothing, one verdict, or one short form.
 * Two forms at once, a form of another event, or a verb the event does not take do not compile.
 *
 * @example
 * const shorten: HookReturn<'onUserMessage'> = { answer: 'We are closed.' };
 */
export type HookReturn<E extends EventName, Args = Dict> = [VerbOf<E>] extends [never]
  ? NoVerdict | NotTakenHere<Verb, 'nothing: it is only observed'>
  :
      | void
      | undefined
      | Without<AnyFormKey | 'decision'>
      | Alone<Verdict<E, Args>>
      | ShortForm<E, Args>
      | ([UntakenBy<E>] extends [never] ? never : NotTakenHere<UntakenBy<E>, VerbOf<E>>)
      | NotAVerdict<VerbOf<E>>;

/**
 * The values that a hook on this event may return, at once or later. The compiler shows this name and the verbs in its
 * message about a mistake, so they come first.
 */
export type ThisEventTakes<_Verbs, E extends EventName, Args = Dict> =
  | HookReturn<E, Args>
  | PromiseLike<HookReturn<E, Args>>;
