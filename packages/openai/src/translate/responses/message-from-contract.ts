import { addressOf, formatArguments, omitUndefined } from '@interpose/adapter-kit';
import { frameIn, resultField } from '@interpose/adapter-kit/hosted';
import type { Part, ToolCallPart } from '@interpose/core';
import {
  freeInput,
  outcomeIn,
  piecesIn,
  textIn,
  unknownPart,
  type Writers,
} from '../content-from-contract.ts';
import { readContent } from '../content-to-contract.ts';
import { isDict, textOf, type Body } from '../native.ts';
import { itemOrigins, partOrigins } from '../origins.ts';
import { OWN_CALLS, readItem } from './message-to-contract.ts';

/** The writers of the messages of a request, as items of its input. */
export const writers: Writers = {
  part: inputPiece,
  answer: assistantItems,
  result(part, replaced = {}) {
    const type = textOf(replaced['type']);
    if (type === 'program_output') return { ...replaced, result: outcomeIn(part, '') };
    if (type === 'mcp_approval_response') return { ...replaced, reason: outcomeIn(part, '') };
    const { id } = part;
    const own: Body = type?.endsWith('_output') ? replaced : { type: 'function_call_output' };
    return omitUndefined({
      type: own['type'],
      // The output of a local shell has no id of a call, only its own.
      ...(id === '' ? { id: own['id'] } : { call_id: id }),
      status: own['status'],
      output: outcomeIn(part, own['output']),
    });
  },
};

/** An address or base64 that holds the content of a file. */
const HOLDS_FILE = /^\s*data:|^[^:]*$/i;

function inputPiece(part: Part): Body {
  if (part.type === 'text' || part.type === 'data')
    return { type: 'input_text', text: textIn([part]) };
  if (part.type !== 'file') throw unknownPart(part);
  if (part.mediaType.startsWith('image/'))
    return { type: 'input_image', image_url: addressOf(part), detail: 'auto' };
  const address = addressOf(part);
  if (!HOLDS_FILE.test(address)) return { type: 'input_file', file_url: address };
  return { type: 'input_file', filename: part.name ?? 'file', file_data: address };
}

/**
 * Returns the items for an assistant's message, without the ids of the items that they replace: the service would look
 * up the stored originals. An item whose parts hooks left alone is the native object.
 */
function assistantItems(parts: readonly Part[], like: Body | undefined): readonly Body[] {
  const own = wholeItem(parts, like);
  if (own !== undefined) return [own];
  const { id: _id, status: _status, ...kept } = like ?? {};
  if (!isMessage(kept)) {
    const call = OWN_CALLS.includes(kept['type']) ? kept : like;
    return parts.flatMap((part) => assistantItem(part, {}, call));
  }
  if (parts.length === 0) return readContent(kept['content']).length === 0 ? [like!] : [];
  if (kept['type'] === 'agent_message')
    return [{ ...like, content: parts.map((part) => partOrigins.of(part) ?? inputPiece(part)) }];
  const said = piecesIn(parts);
  if (said === undefined) return parts.flatMap((part) => assistantItem(part, kept));
  const content = said.map(
    (part) =>
      partOrigins.of(part) ?? { type: 'output_text', text: textIn([part]), annotations: [] },
  );
  const others = parts.filter((part) => !said.includes(part));
  return [
    { role: 'assistant', ...kept, content },
    ...others.flatMap((part) => assistantItem(part, kept)),
  ];
}

function isMessage({ type = 'message' }: Body): boolean {
  return type === 'message' || type === 'agent_message';
}

/** Returns the one item for all of these parts, if there is one: the native item, or `like` as hooks changed it. */
export function wholeItem(parts: readonly Part[], like: Body | undefined): Body | undefined {
  const item = parts[0] && itemOrigins.of(parts[0])?.item;
  const isWhole =
    item !== undefined &&
    parts.every((part) => itemOrigins.of(part)?.item === item) &&
    readItem(item, (value) => value).length === parts.length;
  return isWhole ? item : like && changedItem(parts, like);
}

function assistantItem(part: Part, message: Body, call: Body = {}): readonly Body[] {
  switch (part.type) {
    case 'text':
    case 'data':
      return [{ role: 'assistant', ...message, content: textIn([part]) }];
    case 'reasoning':
      return [];
    case 'tool-call':
      return [callItem(part, isItemOf(part, call) ? call : undefined)];
    default:
      throw unknownPart(part);
  }
}

function isItemOf({ id }: ToolCallPart, item: Body): boolean {
  return (item['call_id'] ?? item['id']) === id;
}

/**
 * Returns a changed item that has to stay one item: a call that the provider ran, or an item that hooks see as data;
 * undefined for others.
 */
function changedItem(parts: readonly Part[], like: Body): Body | undefined {
  if (isMessage(like)) return undefined;
  const [first, second] = parts;
  const [told, came] = readItem(like, (value) => value);
  // Encrypted content could still contain what hooks changed.
  if (told?.type === 'data' && first?.type === 'data' && hasKeysOf(told.data, first.data))
    return omitUndefined({ ...like, encrypted_content: undefined, ...first.data });
  if (came?.type !== 'tool-result' || first?.type !== 'tool-call' || !isItemOf(first, like))
    return undefined;
  const { result, error } = second?.type === 'tool-result' ? second : {};
  const field = resultField(like);
  // Without a result field, hooks saw only the status as the result; it is not written as one.
  const found = field === undefined && result === came.result ? undefined : result;
  return omitUndefined({ ...callItem(first, like), [field ?? 'output']: found, error });
}

/** Whether another value is an object with at least the keys of this data. */
function hasKeysOf(data: unknown, other: unknown): other is Body {
  return isDict(data) && isDict(other) && Object.keys(data).every((key) => key in other);
}

/** Returns the item of a call as hooks left it, of the type that it had. */
export function callItem({ id, name, args }: ToolCallPart, like: Body = {}): Body {
  const { type = 'function_call' } = like;
  switch (type) {
    case 'function_call':
      return {
        ...like,
        type,
        call_id: id,
        name,
        arguments: formatArguments(args, textOf(like['arguments'])),
      };
    case 'custom_tool_call':
      return { ...like, name, input: freeInput(args) };
    case 'mcp_approval_request':
    case 'mcp_call':
      return { ...like, name, arguments: formatArguments(args, textOf(like['arguments'])) };
    default:
      return { ...frameIn(like), ...args };
  }
}
