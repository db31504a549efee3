import type { Chat } from '../contract/adapter/chat.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { RunningChat } from './running-chat.ts';

/** The chat behind the adapter's handle. Throws `invalid_option` for a chat that `openChat` did not make. */
export function runningChat(chat: Chat): RunningChat {
  if (chat instanceof RunningChat) return chat;
  throw new InterposeError(
    'invalid_option',
    'this chat was not opened by openChat',
    'pass what openChat returned',
  );
}
