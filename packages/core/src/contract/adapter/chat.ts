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
 * What an adapter says when it opens a chat: one call of the outermost hooked target.
 *
 * @example
 * const options: ChatOptions = { host: { framework: 'my-sdk', version: '1.0.0' }, agent: { id: 'support' }, hostSession: { id: 'thread-7' } };
 * await openChat(hooks, options);
 */
export interface ChatOptions {
  readonly host: Host;
  readonly agent: AgentIdentity;
  /** The session the app named. */
  readonly session?: SessionOptions | undefined;
  /** The session the host itself knows, for example a thread id; used when the app named none and none is ambient. */
  readonly hostSession?: SessionOptions | undefined;
  /** The chat of the agent that calls this one; the session is then the parent's. */
  readonly parent?: Chat | undefined;
  readonly user?: User | undefined;
  /** The trace context the chat belongs to; its parent's by default. */
  readonly trace?: Trace | undefined;
  /** What set the agent off on its own: gated as onTrigger before onChatStart. */
  readonly trigger?: Trigger | undefined;
  /** The caller's own signal; the chat's signal follows it. */
  readonly signal?: AbortSignal | undefined;
  /** The messages the chat starts with; called only when somebody listens. */
  readonly messages?: (() => readonly Message[]) | undefined;
  /** The chat that was suspended and goes on here, as `findSuspended` told; its session goes on where none is named. */
  readonly resumes?: SuspendedChat | undefined;
  /** The verbs this host can carry out, by event; an event that is absent takes all of its verbs. */
  readonly can?: Partial<Record<EventName, readonly Verb[]>> | undefined;
  /** True when the host can suspend a tool call natively and resume it later. */
  readonly suspends?: boolean;
}

/**
 * How the caller saw a chat end.
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
 * Where a suspended call came from.
 *
 * @example
 * const resumes: SuspendedChat | undefined = await findSuspended(hooks, 'call_1');
 */
export interface SuspendedChat {
  readonly sessionId: string;
  readonly chatId: string;
}

/**
 * One running chat, as an adapter holds it.
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
  /** The W3C trace context that outgoing requests of this chat carry on. */
  readonly trace: Trace | undefined;
  /** True when hooks must see frozen copies of host-owned values. */
  readonly strict: boolean;
  /** The trigger as the hooks left it. */
  readonly trigger: Trigger | undefined;
  /** Given when onTrigger was denied: the adapter makes no model call and answers with the refusal. */
  readonly refused: Refused | undefined;
  /** True when a hook or observer listens to one of these events, and always where the start of the chat was denied. */
  listens(...events: readonly EventName[]): boolean;
  /** True when a hook that may interfere listens to one of these events. */
  intercepts(...events: readonly EventName[]): boolean;
  /** Dispatches an event inside this chat; observers return allow at once. */
  dispatch<E extends EventName>(
    event: E,
    payload: PayloadOf<E>,
    native?: unknown,
  ): MaybePromise<AnyVerdict>;
  /** Another agent goes on with this chat, as after a handoff. */
  handOver(agent: AgentIdentity): void;
  /** Ends the chat; only the first ending counts. */
  end(ending: ChatEnding): MaybePromise<void>;
}
