import { coerceMessageLikeToMessage, type BaseMessageLike } from '@langchain/core/messages';
import type { Message } from '@interpose/core';
import { messageToContract, type Copy } from './message-to-contract.ts';
import { isDict } from './native.ts';

/** The messages a run starts with, in the contract's values; what is none of them is left for the host to refuse. */
export function startMessages(input: unknown, copy: Copy): readonly Message[] {
  const messages: unknown = isDict(input) ? input['messages'] : input;
  const list: readonly unknown[] = Array.isArray(messages)
    ? messages
    : messages === undefined || messages === null
      ? []
      : [messages];
  return list.flatMap((message) => {
    try {
      return [messageToContract(coerceMessageLikeToMessage(message as BaseMessageLike), copy)];
    } catch {
      return [];
    }
  });
}
