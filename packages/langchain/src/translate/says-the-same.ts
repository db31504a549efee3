import type { ToolMessage } from '@langchain/core/messages';
import { isCopy } from '@interpose/adapter-kit';
import type { Message, Part } from '@interpose/core';
import { BESIDE } from './content/beside-content.ts';
import { sentInPlace } from './content/unsaid.ts';
import { roleOf } from './message-to-contract.ts';
import { answerIn, type NativeCall, type NativeMessage } from './native.ts';

/**
 * Whether a native message still equals the contract message that was copied from it. The check makes no objects. It
 * covers most messages of a long run: texts, calls, and results that are texts. For any other message it returns false.
 */
export function saysTheSame(native: NativeMessage, message: Message): boolean {
  const { content, id } = native;
  if (typeof content !== 'string' || id !== message.id || roleOf(native) !== message.role)
    return false;
  switch (message.role) {
    case 'tool':
      return saysResult(native, content, message.content);
    case 'assistant':
      return !saysMoreBeside(native) && saysAnswer(native, content, message.content);
    default:
      return !native.name && message.content.length === 1 && saysText(content, message.content[0]);
  }
}

function saysMoreBeside(native: NativeMessage): boolean {
  const { additional_kwargs: beside } = native;
  return (
    sentInPlace(native).length > 0 ||
    BESIDE.some((field) => (beside[field] ?? undefined) !== undefined)
  );
}

function saysText(text: string, part: Part | undefined): boolean {
  return part?.type === 'text' && part.text === text;
}

/** Compares an answer. An empty text has no part. */
function saysAnswer(native: NativeMessage, content: string, parts: readonly Part[]): boolean {
  const { tool_calls: calls } = answerIn(native);
  const texts = content === '' ? 0 : 1;
  const count = calls?.length ?? 0;
  if (parts.length !== texts + count || (texts === 1 && !saysText(content, parts[0]))) return false;
  for (let place = 0; place < count; place++)
    if (!saysCall(calls![place]!, parts[texts + place]!)) return false;
  return true;
}

function saysCall({ id = '', name, args }: NativeCall, part: Part): boolean {
  return (
    part.type === 'tool-call' && part.id === id && part.name === name && isCopy(args, part.args)
  );
}

function saysResult(native: NativeMessage, content: string, parts: readonly Part[]): boolean {
  const { tool_call_id: id = '', name = '', status } = native as Partial<ToolMessage>;
  const [part] = parts;
  if (part?.type !== 'tool-result' || part.id !== id || part.name !== name) return false;
  return (status === 'error' ? part.error : part.result) === content;
}
