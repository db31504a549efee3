import type { Refused } from '../../contract/adapter/index.ts';
import type { Chat } from '../../contract/adapter/chat.ts';
import type { Message } from '../../contract/values/index.ts';
import { judgeAnswer } from './conclude-response.ts';
import { runningChat } from '../../chat/running-chat-of.ts';

/**
 * Gates a message that becomes the final answer although no model call made it, such as a tool result
 * the host returns directly: onAgentResponse, then onMessage.
 *
 * @example
 * const answer = await answerWith(chat, { role: 'assistant', content: [{ type: 'text', text: 'sunny' }] });
 * answer.kind; // => 'message'
 */
export async function answerWith(
  chat: Chat,
  message: Message,
): Promise<{ readonly kind: 'message'; readonly message: Message } | Refused> {
  const running = runningChat(chat);
  const judged = await judgeAnswer(running, message, false, { without: ['retry'] });
  if (judged.kind === 'retry') throw new TypeError('a retry was not carried out');
  if (judged.kind === 'denied') return judged;
  if (running.listens('onChatDone')) running.answer = judged.message;
  await running.dispatch('onMessage', { message: judged.message });
  return judged;
}
