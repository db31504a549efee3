import { isCopy, isDict, readArguments, type Copy } from '@interpose/adapter-kit';
import type { Message, Part } from '@interpose/core';
import { callPart, readPart } from './content-to-contract.ts';
import type { CallOptions } from '../targets/shapes.ts';
import type { NativeMessage, NativePromptPart } from './native.ts';
import { messageOrigins, promptPartOrigins } from './origins.ts';
import { saysOutput } from './tool-output.ts';

/** Returns one message of a prompt as hooks see it, frozen; it remembers the native message. */
export function messageToContract(native: NativeMessage, copy: Copy): Message {
  const message: Message = { role: native.role, content: contentOf(native, copy) };
  return Object.freeze(messageOrigins.remember(message, native));
}

/** Links a message that was read before to another native message with the same content. */
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
  for (let at = 0; at < content.length; at++) {
    const part = content[at]!;
    const read =
      part.type === 'tool-call'
        ? callPart(part, copy(readArguments(part.input)))
        : readPart(part, copy);
    parts.push(Object.freeze(promptPartOrigins.remember(read, part)));
  }
  return Object.freeze(parts);
}

/** Whether a native message has the content of a message that was read from another native message. */
export function saysTheSame({ role, content }: NativeMessage, message: Message): boolean {
  const parts = message.content;
  if (role !== message.role) return false;
  if (typeof content === 'string') {
    const [part] = parts;
    return part?.type === 'text' && part.text === content;
  }
  if (content.length !== parts.length) return false;
  for (let place = 0; place < parts.length; place++)
    if (!saysPart(content[place]!, parts[place]!)) return false;
  return true;
}

/** Whether a native part has the content of a part; never true for parts such as files. */
function saysPart(native: NativePromptPart, part: Part): boolean {
  switch (native.type) {
    case 'text':
    case 'reasoning':
      return part.type === native.type && part.text === native.text;
    case 'tool-call':
      return (
        part.type === 'tool-call' && isSameCall(native, part) && isCopy(native.input, part.args)
      );
    case 'tool-result':
      return (
        part.type === 'tool-result' && isSameCall(native, part) && saysOutput(native.output, part)
      );
    default:
      return false;
  }
}

function isSameCall(
  native: { readonly toolCallId: string; readonly toolName: string },
  part: { readonly id: string; readonly name: string },
): boolean {
  return native.toolCallId === part.id && native.toolName === part.name;
}

/** Returns the messages that a call starts with, as hooks see them; the app's own messages are not changed. */
export function startMessages(
  { prompt, messages }: Pick<CallOptions, 'prompt' | 'messages'>,
  copy: Copy,
): readonly Message[] {
  if (typeof prompt === 'string')
    return [{ role: 'user', content: [{ type: 'text', text: prompt }] }];
  const list: unknown = messages ?? prompt;
  // Other values in the list are left for the SDK to refuse.
  const known = Array.isArray(list) ? list.filter(isModelMessage) : [];
  return known.map((message) => messageToContract(asPromptMessage(message), copy));
}

interface ModelMessage {
  readonly role: NativeMessage['role'];
  readonly content: string | readonly NativePromptPart[];
}

function isModelMessage(message: unknown): message is ModelMessage {
  if (!isDict(message) || typeof message['role'] !== 'string') return false;
  return typeof message['content'] === 'string' || Array.isArray(message['content']);
}

/** Returns an SDK message as a message of a prompt: only a text has to become a list of one part. */
function asPromptMessage({ role, content }: ModelMessage): NativeMessage {
  const parts =
    typeof content === 'string' && role !== 'system' ? [{ type: 'text', text: content }] : content;
  return { role, content: parts } as NativeMessage;
}
