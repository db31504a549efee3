import type { Chat } from '../../contract/adapter/index.ts';
import type { Verb } from '../../contract/decisions/verdict.ts';
import type { EventName } from '../../contract/events/event-map.ts';
import type { Registration } from '../../registry/registration.ts';
import { runningChat } from '../../chat/running-chat.ts';

/**
 * How streams of this chat flow, decided by what is registered: `buffer` when a hook may withhold the whole response,
 * `window` when hooks may change or deny deltas, `pass` when everybody only watches.
 *
 * @example
 * const holds = (mode: StreamMode): boolean => mode !== 'pass';
 * holds(streamMode(chat)); // => false
 */
export type StreamMode = 'pass' | 'window' | 'buffer';

/**
 * The stream mode of this chat right now.
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

/** The events whose hooks see a model's response, or what it was thinking. */
export const RESPONSE_READERS: readonly EventName[] = [
  'onResponse',
  'onAgentResponse',
  'onMessage',
  'onChatDone',
  'preToolCall',
];

/** Every verb that interferes: all of them are too late once an answer has left. */
export const ANY_INTERFERENCE: readonly Verb[] = ['deny', 'respond', 'ask', 'retry', 'modify'];

/** The verbs that would replace what has already begun to leave. */
export const REPLACEMENTS: readonly Verb[] = ['respond', 'retry'];

/** The events whose hooks may still deny what was said, or a call in it, while an answer streams. */
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
