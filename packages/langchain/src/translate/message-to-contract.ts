import {
  coerceMessageLikeToMessage,
  type BaseMessageLike,
  type ToolMessage,
} from '@langchain/core/messages';
import type { Dict, Message, Part } from '@interpose/core';
import { asText, isDict, parseArguments, withSpeaker, type Copy } from '@interpose/adapter-kit';
import { BESIDE, textsBeside, type BesideText } from './content/beside-content.ts';
import { outputsOf } from './content/provider-outputs.ts';
import { readBlock } from './content/read-block.ts';
import { sentInPlace, unsaidIn } from './content/unsaid.ts';
import { answerIn, type NativeCall, type NativeMessage } from './native.ts';
import { messageOrigins, partOrigins } from './origins.ts';

const ROLES: Readonly<Record<string, Message['role']>> = {
  human: 'user',
  ai: 'assistant',
  tool: 'tool',
  function: 'tool',
  system: 'system',
  developer: 'system',
  assistant: 'assistant',
};

/** The content blocks that repeat a message's `tool_calls`. */
const CALL_BLOCKS: ReadonlySet<unknown> = new Set([
  'tool_use',
  'tool_call',
  'tool_call_chunk',
  'input_json_delta',
  'functionCall',
]);

/** Returns one message in the contract's form, frozen. The message and its parts remember their native objects. */
export function messageToContract(native: NativeMessage, copy: Copy): Message {
  const role = roleOf(native);
  const content =
    role === 'tool'
      ? [Object.freeze(messageOrigins.remember(toolResult(native, copy), native))]
      : contentOf(native, role, copy);
  Object.freeze(content);
  const message: Message =
    native.id === undefined ? { role, content } : { id: native.id, role, content };
  return Object.freeze(messageOrigins.remember(message, native));
}

/** Returns one message of a request, also with what is sent in place of the fields that are read otherwise. */
export function sentToContract(native: NativeMessage, copy: Copy): Message {
  const message = messageToContract(native, copy);
  const unsaid = unsaidIn(native, message);
  if (unsaid.length === 0) return message;
  const parts = unsaid.map((item) => Object.freeze({ type: 'data', data: copy(item) } as const));
  const content = Object.freeze([...message.content, ...parts]);
  return Object.freeze(messageOrigins.remember({ ...message, content }, native));
}

/** Returns all values that are read of a message. While they stay the same, the message is not read again. */
export function seenOf(native: NativeMessage): unknown {
  const { id, content, additional_kwargs: beside } = native;
  const { name, tool_call_id, status } = native as Partial<ToolMessage>;
  const { tool_calls: calls } = answerIn(native);
  const role = roleOf(native);
  const hidden = BESIDE.map((field) => beside[field]);
  return [role, id, name, content, calls, hidden, sentInPlace(native), tool_call_id, status];
}

/** Returns the role of the speaker of this message. */
export function roleOf(native: NativeMessage): Message['role'] {
  const type = native.getType();
  const role = (native as { readonly role?: unknown }).role;
  return ROLES[type === 'generic' ? String(role) : type] ?? 'user';
}

function contentOf(native: NativeMessage, role: Message['role'], copy: Copy): readonly Part[] {
  // The name of an answer is the agent's name, which LangChain sets on each answer, so hooks do not see it.
  if (role !== 'assistant') return withSpeaker(blocksOf(native.content, copy), native.name);
  const parts = blocksOf(native.content, copy, true);
  const beside = textsBeside(native);
  if (beside.length > 0) {
    parts.unshift(...besideParts(beside, 'reasoning'));
    parts.push(...besideParts(beside, 'text'));
  }
  for (const call of answerIn(native).tool_calls ?? []) parts.push(callPart(call, copy));
  const { function_call: called } = native.additional_kwargs;
  if (isDict(called)) parts.push(calledPart(called, copy));
  for (const output of outputsOf(native)) if (isDict(output)) parts.push(outputPart(output, copy));
  return parts;
}

/** Returns the part for a call in OpenAI's old form, which has no id and allows only one call. */
function calledPart(called: Dict, copy: Copy): Part {
  const args = copy<Dict>(parseArguments(asText(called['arguments'] ?? '')));
  const part: Part = { type: 'tool-call', id: '', name: String(called['name']), args };
  return Object.freeze(partOrigins.remember(part, called));
}

function outputPart(output: Dict, copy: Copy): Part {
  const part: Part = { type: 'data', data: copy(output) };
  return Object.freeze(partOrigins.remember(part, output));
}

function besideParts(beside: readonly BesideText[], type: BesideText['kind']): Part[] {
  const texts = beside.filter(({ kind }) => kind === type);
  return texts.map(({ text }) => Object.freeze({ type, text }));
}

function callPart(call: NativeCall, copy: Copy): Part {
  const { id = '', name, args } = call;
  const part: Part = { type: 'tool-call', id, name, args: copy<Dict>(args) };
  return Object.freeze(partOrigins.remember(part, call));
}

function blocksOf(content: unknown, copy: Copy, ofAssistant = false): Part[] {
  if (typeof content === 'string') return ofAssistant && content === '' ? [] : [textPart(content)];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown) => {
    if (typeof block === 'string') return [textPart(block)];
    if (!isDict(block) || CALL_BLOCKS.has(block['type'])) return [];
    return [Object.freeze(partOrigins.remember(readBlock(block, copy), block))];
  });
}

function textPart(text: string): Part {
  return Object.freeze({ type: 'text', text });
}

function toolResult(native: NativeMessage, copy: Copy): Part {
  const { tool_call_id: id, name = '', status } = native as ToolMessage;
  const part = { type: 'tool-result', id: id ?? '', name } as const;
  const result = toolContent(native.content, copy);
  return status === 'error' ? { ...part, error: asText(result) } : { ...part, result };
}

/** Returns the content of a tool's message: its text, or its blocks if they are not all text. */
export function toolContent(content: unknown, copy: Copy): unknown {
  if (typeof content === 'string' || !Array.isArray(content)) return content;
  const texts = content.map((block: unknown) =>
    isDict(block) && block['type'] === 'text' ? block['text'] : undefined,
  );
  return texts.every((text) => typeof text === 'string') ? texts.join('') : copy(content);
}

/** Returns the messages that a run starts with, in the contract's form. The host refuses all other values. */
export function startMessages(input: unknown, copy: Copy): readonly Message[] {
  const messages: unknown = isDict(input) ? input['messages'] : input;
  const list: readonly unknown[] = Array.isArray(messages)
    ? messages
    : messages === undefined || messages === null
      ? []
      : [messages];
  return list.flatMap((each) => {
    const message = asMessage(each);
    return message === undefined ? [] : [messageToContract(message, copy)];
  });
}

/** Returns the message that this value is or stands for; `undefined` if LangChain does not take it as a message. */
export function asMessage(value: unknown): NativeMessage | undefined {
  try {
    return coerceMessageLikeToMessage(value as BaseMessageLike);
  } catch {
    return undefined;
  }
}
