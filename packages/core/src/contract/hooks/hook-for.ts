import type { Context } from './context.ts';
import type { Hook } from './hook.ts';
import type { ArgsOf, ToolMatch } from './tool-match.ts';
import type { ThisEventTakes } from '../decisions/hook-return.ts';
import type { EventName, OutcomesOf, SlotOf, VerbOf } from '../events/event-map.ts';

/**
 * A hook on this event for the tools of its `tool` option, which returns `Returned`. If it uses a verb that the event
 * does not take, the type is a text with the verbs: the compiler shows a text in one line, but a function in up to ten.
 * These are conditional types, because TypeScript resolves only those before it infers what a hook returns. `Hook`
 * stands beside the inferred function, so that literals in the returned value keep their types.
 */
export type HookFor<E extends EventName, T extends ToolMatch, Returned> = [E] extends [EventName]
  ? [Returned] extends [ThisEventTakes<VerbOf<E>, E, ArgsOf<T>>]
    ? ((ctx: Context<E, ArgsOf<T>>) => Returned) | Hook<E, ArgsOf<T>>
    : [Awaited<Returned>] extends [FormOf<E>]
      ? Hook<E, ArgsOf<T>>
      : VerbsOf<E>
  : never;

/** Values with a verb or a key of the event. For a wrong value, the compiler then says what is wrong with it. */
type FormOf<E extends EventName> =
  | void
  | { readonly decision: VerbOf<E> }
  | Keyed<SlotOf<E> | keyof OutcomesOf<E>>;

type Keyed<Key> = Key extends string ? { readonly [P in Key]: unknown } : never;

type VerbsOf<E extends EventName> = [VerbOf<E>] extends [never]
  ? `${E} takes no verdict: it is only observed`
  : `${E} takes allow, deny${Also<E, 'modify'>}${Also<E, 'respond'>}${Also<E, 'ask'>}${Also<E, 'retry'>}`;

type Also<E extends EventName, V extends string> = V extends VerbOf<E> ? `, ${V}` : '';
