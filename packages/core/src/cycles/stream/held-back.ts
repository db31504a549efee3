import type { EventHooks } from '../../registry/event-hooks.ts';
import type { Registration } from '../../registry/registration.ts';
import { reportHookError } from '../../records/tell-observers.ts';
import type { RunningChat } from '../../chat/running-chat.ts';

/** Returns how many characters at the end of a text the windows of its hooks hold back. Surrogate pairs stay whole. */
export function heldBack(chat: RunningChat, { plan }: EventHooks, text: string): number {
  if (plan.windowed.length === 0) return 0;
  let held = 0;
  for (const hook of plan.windowed) {
    if (!hook.disposed) held = Math.max(held, windowOf(chat, hook, text));
  }
  const cut = text.length - Math.min(held, text.length);
  return isLowSurrogate(text, cut) ? text.length - cut + 1 : text.length - cut;
}

function windowOf(chat: RunningChat, { label, window }: Registration, text: string): number {
  if (typeof window === 'number') return window;
  try {
    const held = window(text);
    return held >= 0 ? held : text.length;
  } catch (error) {
    reportHookError(chat, label, 'onResponseDelta', error, 'hook_failed');
    return text.length;
  }
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = at > 0 && at < text.length ? text.charCodeAt(at) : 0;
  return unit >= 0xdc00 && unit <= 0xdfff;
}
