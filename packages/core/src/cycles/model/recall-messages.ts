import type { Message } from '../../contract/values/index.ts';
import type { Chat } from '../../contract/adapter/chat.ts';
import { MESSAGES, type SeenMessages, seenMessagesOf } from '../../chat/seen-messages.ts';
import { runningChat } from '../../chat/running-chat.ts';

/**
 * Returns a message of the user as its session decided: the message itself, the changed one, or undefined if it was
 * denied. For hosts that write the user's messages to a store of their own.
 *
 * @example
 * const message: Message = { role: 'user', content: [{ type: 'text', text: 'my card is 4242' }] };
 * recallMessage(chat, message) === message; // => true
 */
export function recallMessage(chat: Chat, message: Message): Message | undefined {
  const running = runningChat(chat);
  return running.session.remembers(MESSAGES) ? recall(seenMessagesOf(running), message) : message;
}

/**
 * Returns false if the chat's session has no decisions about messages and no other chat can make any. For hosts that
 * would otherwise keep an ended chat only for `recallMessage`.
 *
 * @example
 * recallsMessages(chat); // => false
 */
export function recallsMessages(chat: Chat): boolean {
  const running = runningChat(chat);
  return running.session.remembers(MESSAGES) || running.session.madeFor !== running;
}

/**
 * Makes one chat's decisions about messages hold in another one. For hosts that go on from a state of their own and
 * have no session with which to find the first chat.
 *
 * @example
 * inheritMessages(chat, chat);
 */
export function inheritMessages(from: Chat, to: Chat): void {
  const decided = runningChat(from).session.memory.get(MESSAGES);
  const { memory } = runningChat(to).session;
  if (decided !== undefined && !memory.has(MESSAGES)) memory.set(MESSAGES, decided);
}

/** Returns a message as its session decided, whoever asks. */
export function recall(seen: SeenMessages, message: Message): Message | undefined {
  if (message.role !== 'user') return message;
  const remembered = seen.recall(message);
  if (remembered === undefined) return message;
  return remembered.kind === 'changed' ? remembered.message : undefined;
}
