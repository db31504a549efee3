import type { Intercepted, Observed } from './event-shape.ts';
import type { Failure, Message, ModelRequest, ModelResponse, Trigger } from '../values/index.ts';

/**
 * The part of the payload that all endings of sessions and chats have.
 *
 * @example
 * const ending: Ending = { durationMs: 1200 };
 */
export interface Ending {
  /** Wall-clock milliseconds since the start. */
  readonly durationMs: number;
}

/**
 * The events of sessions, chats and messages.
 *
 * @example
 * hooks.observe('onChatDone', ({ reason, durationMs }) => console.log(reason, durationMs));
 */
export interface ChatEvents {
  /** The session is seen for the first time. */
  onSessionStart: Observed<Record<never, never>>;
  /** The session is over, also after an error. */
  onSessionEnd: Observed<
    Ending & { readonly ended: 'chat' | 'scope' | 'explicit' | 'closed' | 'idle' }
  >;
  /** A mail, a schedule or a webhook set the agent off; the agent is not yet active. */
  onTrigger: Intercepted<{ readonly trigger: Trigger }, 'trigger', 'modify' | 'ask'>;
  /** The first event of a chat: one call of the outermost hooked agent, model or tool. */
  onChatStart: Observed<{ readonly messages: readonly Message[]; readonly resumes?: string }>;
  /** The caller got a value, or a refusal, or the news that a call waits for a person. */
  onChatDone: Observed<
    Ending & { readonly reason: 'completed' | 'denied' | 'suspended'; readonly response?: Message }
  >;
  /** The caller aborted, or left a stream unread. */
  onChatAbort: Observed<Ending & { readonly reason: unknown }>;
  /** The caller got an error. */
  onChatError: Observed<Ending & { readonly error: unknown }>;
  /** Before the agent sees a new user message and before it enters the history. */
  onUserMessage: Intercepted<
    { readonly message: Message },
    'message',
    'modify' | 'respond' | 'ask',
    { readonly answer: string | ModelResponse }
  >;
  /** System or developer instructions, at the first request and when they change. */
  onSystemMessage: Intercepted<{ readonly message: Message }, 'message', 'modify' | 'ask'>;
  /** A message of the user, the assistant or a tool was committed to the history. */
  onMessage: Observed<{ readonly message: Message }>;
  /** Before the context is compacted. */
  preCompact: Intercepted<
    { readonly messages: readonly Message[] },
    'messages',
    'modify' | 'respond' | 'ask',
    { readonly summary: string }
  >;
  /** The final answer, before the caller gets any of it. */
  onAgentResponse: Intercepted<
    { readonly message: Message; readonly synthetic: boolean },
    'message',
    'modify' | 'ask' | 'retry'
  >;
}

/**
 * The events of model calls.
 *
 * @example
 * hooks.addHook('preRequest', ({ iteration = 0 }) => (iteration > 20 ? deny('too many steps') : undefined));
 */
export interface RequestEvents {
  /** Before each model call. */
  preRequest: Intercepted<
    { readonly request: ModelRequest },
    'request',
    'modify' | 'respond' | 'ask',
    { readonly response: ModelResponse; readonly error: string | Failure }
  >;
  /** Streamed text, reasoning or tool arguments, before they leave. */
  onResponseDelta: Intercepted<
    {
      /** The text that has not left yet: newly arrived text, after text that a window held back. */
      readonly delta: string;
      readonly channel: 'text' | 'reasoning' | 'tool-args';
      /** The text that this channel has released before. */
      readonly sofar: string;
      /** True on the last call for this channel, after which no text comes. */
      readonly last: boolean;
      readonly callId?: string;
    },
    'delta',
    'modify'
  >;
  /** The model answered; before the answer is appended or acted on. */
  onResponse: Intercepted<
    {
      readonly response: ModelResponse;
      readonly request: ModelRequest;
      readonly synthetic: boolean;
    },
    'response',
    'modify' | 'respond' | 'ask' | 'retry',
    { readonly error: string | Failure }
  >;
  /** The model call failed. */
  onRequestError: Intercepted<
    { readonly error: Failure; readonly request: ModelRequest; readonly synthetic: boolean },
    'error',
    'modify' | 'respond' | 'ask' | 'retry',
    { readonly response: ModelResponse }
  >;
}
