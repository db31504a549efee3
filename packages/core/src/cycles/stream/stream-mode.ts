import type { Chat } from '../../contract/adapter/chat.ts';
import type { Registration } from '../../registry/registration.ts';
import { runningChat } from '../../chat/running-chat-of.ts';

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

function mayWithhold(hook: Registration): boolean {
  return !hook.monitor && !hook.streamObserver;
}
