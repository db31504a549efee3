import type { Chat } from '../../contract/adapter/index.ts';
import type { Verb } from '../../contract/decisions/verdict.ts';
import type { EventName } from '../../contract/events/event-map.ts';
import type { Registration } from '../../registry/registration.ts';
import { runningChat } from '../../chat/running-chat.ts';

/**
 * How streams of this chat flow. The registered hooks decide: `buffer` if a hook may withhold the whole response,
 * `window` if hooks may change or deny deltas, `pass` if all hooks only watch.
 *
 * @example
 * const holds = (mode: StreamMode): boolean => mode !== 'pass';
 * holds(streamMode(chat)); // => false
 */
export type StreamMode = 'pass' | 'window' | 'buffer';

/**
 * Returns the current stream mode of this chat.
 *
 * @example
 * streamMode(chat); // => 'pass'
 */
export function streamMode(chat: Chat): StreamMode {
  const { registry } = runningChat(chat);
  const withholds = (event: string): boolean => registry.slot(event).plan.hooks.some(mayWithhold);
  if (withholds('onResponse') || withholds('onAgentResponse')) return 'buffer';
  return withholds('onResponseDelta') ? 'window' : 'pass';
}

/** The events whose hooks see a model's response or its reasoning. */
export const RESPONSE_READERS: readonly EventName[] = [
  'onResponse',
  'onAgentResponse',
  'onMessage',
  'onChatDone',
  'preToolCall',
];

/** All verbs that interfere. They come too late once an answer has left. */
export const ANY_INTERFERENCE: readonly Verb[] = ['deny', 'respond', 'ask', 'retry', 'modify'];

/** The verbs that would replace an answer that has begun to leave. */
export const REPLACEMENTS: readonly Verb[] = ['respond', 'retry'];

/** The events whose hooks may still deny an answer, or a call in it, while the answer streams. */
export const RESPONSE_JUDGES: readonly EventName[] = [
  'onResponse',
  'onAgentResponse',
  'onResponseDelta',
  'onRequestError',
  'preToolCall',
];

function mayWithhold(hook: Registration): boolean {
  return !hook.monitor && !hook.streamObserver;
}
