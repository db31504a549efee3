import { isDict, type Copy } from '@interpose/adapter-kit';
import type { Message } from '@interpose/core';
import type { NativeMessage, NativePromptPart } from './native.ts';
import { messageToContract } from './message-to-contract.ts';

/** What an app may pass as the conversation. */
export interface Conversation {
  readonly prompt?: unknown;
  readonly messages?: unknown;
}

/** The messages a call starts with, in the contract's values; the app's own are not touched. */
export function startMessages({ prompt, messages }: Conversation, copy: Copy): readonly Message[] {
  if (typeof prompt === 'string')
    return [{ role: 'user', content: [{ type: 'text', text: prompt }] }];
  return modelMessages(messages ?? prompt).map((message) => messageToContract(message, copy));
}

/** The model messages in a list an app passed; anything else in it is left to the SDK to refuse. */
function modelMessages(list: unknown): NativeMessage[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((message: unknown) =>
    isModelMessage(message) ? [asPromptMessage(message)] : [],
  );
}

interface ModelMessage {
  readonly role: NativeMessage['role'];
  readonly content: string | readonly NativePromptPart[];
}

function isModelMessage(message: unknown): message is ModelMessage {
  if (!isDict(message) || typeof message['role'] !== 'string') return false;
  return typeof message['content'] === 'string' || Array.isArray(message['content']);
}

/** The SDK's messages are those of a prompt, except that a text may stand for a list of one. */
function asPromptMessage({ role, content }: ModelMessage): NativeMessage {
  const parts =
    typeof content === 'string' && role !== 'system' ? [{ type: 'text', text: content }] : content;
  return { role, content: parts } as NativeMessage;
}
