import type { Refused } from './model-step.ts';
import type { Host } from '../hooks/context.ts';
import type { EventName, PayloadOf } from '../events/event-map.ts';
import type { Hooks } from '../hooks/hooks.ts';
import type { SessionOptions, SessionView } from '../hooks/session.ts';
import type { MaybePromise } from '../hooks/store.ts';
import type { AgentIdentity, Message, Trace, User } from '../values/index.ts';
import type { Trigger } from '../values/component.ts';
import type { AnyVerdict, Verb } from '../decisions/verdict.ts';

/**
 * The options with which an adapter opens a chat: one call of the outermost hooked target.
 *
 * @example
 * const options: ChatOptions = { host: { framework: 'my-sdk', version: '1.0.0' }, agent: { id: 'support' }, hostSession: { id: 'thread-7' } };
 * await openChat(hooks, options);
 */
export interface ChatOptions {
  readonly host: Host;
  readonly agent: AgentIdentity;
  /** The session that the app named. */
  readonly session?: SessionOptions | undefined;
  /** The host's own session, for example a thread. It counts if the app named no session and none is ambient. */
  readonly hostSession?: SessionOptions | undefined;
  /** The chat of the agent that calls this one; it counts until it ends. Its session is then this chat's session too. */
  readonly parent?: Chat | undefined;
  readonly user?: User | undefined;
  /** The trace context that the chat belongs to; by default that of the parent. */
  readonly trace?: Trace | undefined;
  /** The event that set the agent off without a caller. It is gated as onTrigger before onChatStart. */
  readonly trigger?: Trigger | undefined;
  /** The caller's own signal; the chat's signal follows it. */
  readonly signal?: AbortSignal | undefined;
  /** The messages the chat starts with; called only when somebody listens. */
  readonly messages?: (() => readonly Message[]) | undefined;
  /** The suspended chat that goes on here, from `findSuspended`. Its session goes on if no other one is named. */
  readonly resumes?: SuspendedChat | undefined;
  /** The verbs that this host can carry out, by event. At an absent event, it can carry out all verbs of the event. */
  readonly can?: Partial<Record<EventName, readonly Verb[]>> | undefined;
  /** Whether the host itself can suspend a tool call and resume it later. */
  readonly suspends?: boolean;
}

/**
 * How a chat ended for its caller.
 *
 * @example
 * const ending: ChatEnding = { kind: 'done', reason: 'completed' };
 * await chat.end(ending);
 */
export type ChatEnding =
  | {
      readonly kind: 'done';
      readonly reason: 'completed' | 'denied' | 'suspended';
      readonly response?: Message;
    }
  | { readonly kind: 'abort'; readonly reason: unknown }
  | { readonly kind: 'error'; readonly error: unknown };

/**
 * The chat and the session of a suspended call.
 *
 * @example
 * const resumes: SuspendedChat | undefined = await findSuspended(hooks, 'call_1');
 */
export interface SuspendedChat {
  readonly sessionId: string;
  readonly chatId: string;
}

/**
 * One running chat, as adapters use it.
 *
 * @example
 * const listens = (running: Chat): boolean => running.listens('onChatDone', 'onMessage');
 * listens(chat); // => false
 */
export interface Chat {
  readonly id: string;
  readonly parentChatId: string | undefined;
  readonly session: SessionView;
  readonly hooks: Hooks;
  /** Aborts with the caller's signal, and when the chat is aborted or fails. */
  readonly signal: AbortSignal;
  readonly ended: boolean;
  /** The W3C trace context that outgoing requests of this chat pass on. */
  readonly trace: Trace | undefined;
  /** Whether hooks have to get frozen copies of values that the host owns. */
  readonly strict: boolean;
  /** The trigger after the hooks. */
  readonly trigger: Trigger | undefined;
  /** Set if onTrigger was denied: the adapter then makes no model call and answers with the refusal. */
  readonly refused: Refused | undefined;
  /** Whether a hook or observer listens to one of these events. Always true if the start of the chat was denied. */
  listens(...events: readonly EventName[]): boolean;
  /** Whether a hook that may interfere listens to one of these events. True if the start of the chat was denied. */
  intercepts(...events: readonly EventName[]): boolean;
  /** Dispatches an event inside this chat. For events that are only observed, it returns allow at once. */
  dispatch<E extends EventName>(
    event: E,
    payload: PayloadOf<E>,
    native?: unknown,
  ): MaybePromise<AnyVerdict>;
  /** Passes this chat on to another agent, for example after a handoff. */
  handOver(agent: AgentIdentity): void;
  /** Ends the chat; only the first ending counts. */
  end(ending: ChatEnding): MaybePromise<void>;
}
