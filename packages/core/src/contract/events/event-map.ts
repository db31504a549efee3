import type {
  AgentEvents,
  DelegationEvents,
  KnowledgeEvents,
  ProtocolEvents,
} from './component-events.ts';
import type { ChatEvents, RequestEvents } from './chat-events.ts';
import type { ToolEvents } from './tool-events.ts';
import type { Verb } from '../decisions/verdict.ts';

/**
 * Every event by name; extend it by declaration merging to type a custom event.
 *
 * @example
 * declare module '@interpose/core' {
 *   interface EventMap {
 *     preCharge: { kind: 'interceptor'; payload: { charge: { cents: number } }; slot: 'charge'; verbs: 'allow' | 'deny' | 'modify' };
 *   }
 * }
 */
export interface EventMap
  extends
    ChatEvents,
    RequestEvents,
    ToolEvents,
    KnowledgeEvents,
    ProtocolEvents,
    DelegationEvents,
    AgentEvents {}

/**
 * The name of an event.
 *
 * @example
 * const event: EventName = 'preToolCall';
 */
export type EventName = keyof EventMap & string;

/**
 * The name of an event whose hooks decide.
 *
 * @example
 * const event: InterceptorName = 'onAgentResponse';
 */
export type InterceptorName = {
  [E in EventName]: EventMap[E]['kind'] extends 'interceptor' ? E : never;
}[EventName];

/**
 * The name of an event whose hooks only watch.
 *
 * @example
 * const event: ObserverName = 'onChatDone';
 */
export type ObserverName = Exclude<EventName, InterceptorName>;

/**
 * The payload of an event.
 *
 * @example
 * const payload: PayloadOf<'onMemoryRetrieved'> = { memory: [{ content: 'likes tea' }] };
 */
export type PayloadOf<E extends EventName> = EventMap[E]['payload'];

/**
 * The payload key that `modify` replaces at this event, or never.
 *
 * @example
 * const slot: SlotOf<'preToolCall'> = 'call';
 */
export type SlotOf<E extends EventName> = EventMap[E] extends { slot: infer S extends string }
  ? S
  : never;

/**
 * The type of the value in the slot of an event.
 *
 * @example
 * const value: SlotValueOf<'preKnowledgeQuery'> = { text: 'opening hours' };
 */
export type SlotValueOf<E extends EventName> =
  SlotOf<E> extends keyof PayloadOf<E> ? PayloadOf<E>[SlotOf<E>] : never;

/**
 * The outcomes `respond` may supply at this event, by key.
 *
 * @example
 * const answer: OutcomesOf<'onUserMessage'>['answer'] = 'We are closed.';
 */
export type OutcomesOf<E extends EventName> = EventMap[E] extends {
  outcomes: infer O extends object;
}
  ? O
  : Record<never, never>;

/** The input of a step at this event: the value in the slot, or `undefined` if the event has no slot. */
export type StepInputOf<E extends EventName> = [SlotOf<E>] extends [never]
  ? undefined
  : SlotValueOf<E>;

/** The outputs that a verdict may supply in place of a step; `never` if the contract leaves the type open. */
export type SuppliedOf<E extends EventName> = {
  [K in Exclude<keyof OutcomesOf<E>, 'error'>]: unknown extends OutcomesOf<E>[K]
    ? never
    : OutcomesOf<E>[K];
}[Exclude<keyof OutcomesOf<E>, 'error'>];

/** The keys of the short forms that a hook on this event may return: the slot and the outcomes. */
export type FormKeyOf<E extends EventName> = SlotOf<E> | (keyof OutcomesOf<E> & string);

/**
 * The verbs that a hook may use at this event; `never` at an event that is only observed.
 *
 * @example
 * const verb: VerbOf<'onResponse'> = 'retry';
 */
export type VerbOf<E extends EventName> = E extends InterceptorName
  ? 'allow' | 'deny' | DeclaredVerbOf<E>
  : never;

type DeclaredVerbOf<E extends EventName> = EventMap[E] extends { verbs: infer V extends Verb }
  ? V
  :
      | 'ask'
      | ([SlotOf<E>] extends [never] ? never : 'modify')
      | ([keyof OutcomesOf<E>] extends [never] ? never : 'respond');
