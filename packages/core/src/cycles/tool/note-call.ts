import type { Chat } from '../../contract/adapter/chat.ts';
import type { HistoryEntry } from '../../contract/hooks/session.ts';
import { rememberCall } from './finish-tool-call.ts';
import { runningChat } from '../../chat/running-chat-of.ts';

/**
 * Keeps the end of a call in the session's history, for a chat that runs elsewhere and so has no cycle here.
 *
 * @example
 * noteCall(chat, { call: { id: 'call_1', name: 'refund', args: {} }, status: 'denied', durationMs: 0, synthetic: false });
 * chat.session.history.length; // => 1
 */
export function noteCall(
  chat: Chat,
  { call, status, durationMs, synthetic }: Omit<HistoryEntry, 'chatId' | 'at'>,
): void {
  rememberCall(runningChat(chat), call, status, durationMs, synthetic);
}
