import { isDict, readArguments, type Copy } from '@interpose/adapter-kit';
import type { FilePart, Message, Part } from '@interpose/core';
import { readFileData } from './file-data.ts';
import type { NativeMessage, NativePromptPart } from './native.ts';
import { messageOrigins, promptPartOrigins } from './origins.ts';
import { readToolOutput } from './tool-output.ts';

/** One message of a prompt in the contract's values, frozen; it remembers the native message. */
export function messageToContract(native: NativeMessage, copy: Copy): Message {
  const message: Message = { role: native.role, content: contentOf(native, copy) };
  return Object.freeze(messageOrigins.remember(message, native));
}

/** Lets a message that was read before stand for another native one that says the same. */
export function renewMessage(message: Message, native: NativeMessage): void {
  messageOrigins.renew(message, native);
  if (typeof native.content === 'string') return;
  for (const [index, part] of native.content.entries())
    promptPartOrigins.renew(message.content[index]!, part);
}

function contentOf({ content }: NativeMessage, copy: Copy): readonly Part[] {
  if (typeof content === 'string')
    return Object.freeze([Object.freeze({ type: 'text', text: content })]);
  const parts: Part[] = [];
  for (const part of content) {
    const read = promptPartToContract(part, copy);
    parts.push(Object.freeze(promptPartOrigins.remember(read, part)));
  }
  return Object.freeze(parts);
}

function promptPartToContract(part: NativePromptPart, copy: Copy): Part {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'reasoning':
      return { type: 'reasoning', text: part.text };
    case 'file':
      return filePart(part.mediaType, part.data, part.filename);
    case 'tool-call':
      return {
        type: 'tool-call',
        id: part.toolCallId,
        name: part.toolName,
        args: copy(readArguments(part.input)),
      };
    case 'tool-result':
      return {
        type: 'tool-result',
        id: part.toolCallId,
        name: part.toolName,
        ...readToolOutput(part.output, copy),
      };
    default:
      return { type: 'other', kind: part.type };
  }
}

/** A file by value or by address; one that only the provider can resolve is the host's own business. */
export function filePart(mediaType: string, data: unknown, name?: string): Part {
  const content = readFileData(data);
  if (content.data === undefined && content.url === undefined) {
    return { type: 'other', kind: 'file' };
  }
  const part: FilePart = { type: 'file', mediaType, ...content };
  return name === undefined ? part : { ...part, name };
}

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
