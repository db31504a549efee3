import type { EventName } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';

const OBSERVABLE: readonly EventName[] = [
  'onUserMessage',
  'onSystemMessage',
  'preRequest',
  'onResponseDelta',
  'onResponse',
  'onRequestError',
  'onMessage',
  'onAgentResponse',
  'preToolCall',
  'onToolCallResult',
  'onToolCallError',
  'onInventoryChange',
  'onChatDone',
  'onChatAbort',
  'onChatError',
];

/** True when nobody would notice this chat's requests: then they pass as they are. */
export function isIdle(chat: Chat): boolean {
  return !chat.listens(...OBSERVABLE);
}
