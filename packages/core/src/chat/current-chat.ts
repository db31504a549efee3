import type { Chat } from '../contract/adapter/chat.ts';
import { ambient, runAmbientIfPossible, surroundedBy } from '../sessions/ambient.ts';
import { RunningChat } from './running-chat.ts';

/**
 * Returns the chat around the running code, if an adapter made it ambient.
 *
 * @example
 * runInChat(chat, () => currentChat() === chat); // => true
 */
export function currentChat(): Chat | undefined {
  return ambient()?.chat;
}

/**
 * Runs a tool or a sub-agent inside its chat, so that nested targets find their parent; without ambient storage, just
 * runs it. An adapter passes `frame` if its host gives no context to code that it calls: one scope holds both.
 *
 * @example
 * runInChat(chat, () => currentChat()?.id === chat.id); // => true
 */
export function runInChat<T>(chat: Chat, run: () => T, frame?: object): T {
  return runAmbientIfPossible(surroundedBy(chat, frame, undefined), traced(chat, run));
}

/** Returns the function, run inside the chat's own span if a tracer follows the chat. */
function traced<T>(chat: Chat, run: () => T): () => T {
  const tracer = chat instanceof RunningChat ? chat.registry.family.tracer : undefined;
  return tracer === undefined
    ? run
    : () => tracer.run({ chatId: chat.id, event: 'onChatStart' }, run);
}

/**
 * Returns the frame around the running code. Any adapter may have made it.
 *
 * @example
 * const frame = { run: 1 };
 * runInChat(chat, () => ambientFrame() === frame, frame); // => true
 */
export function ambientFrame(): object | undefined {
  return ambient()?.frame;
}

let sought = false;

/**
 * Notes that something in this process, such as a hooked transport, looks for the chat around it. From then on,
 * adapters use `runInChat` even where nothing is nested.
 *
 * @example
 * seekChats();
 * chatsAreSought(); // => true
 */
export function seekChats(): void {
  sought = true;
}

/**
 * Whether something in this process looks for the chat around it.
 *
 * @example
 * const answer = chatsAreSought() ? runInChat(chat, () => 1) : 1;
 */
export function chatsAreSought(): boolean {
  return sought;
}
