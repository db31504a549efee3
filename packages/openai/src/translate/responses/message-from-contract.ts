import { formatArguments } from '@interpose/adapter-kit';
import type { Part } from '@interpose/core';
import {
  addressOf,
  piecesIn,
  textIn,
  unknownPart,
  type Writers,
} from '../content-from-contract.ts';
import { readContent } from '../content-to-contract.ts';
import { textOf, type Body } from '../native.ts';
import { itemOrigins, partOrigins } from '../origins.ts';
import { readItem } from './message-to-contract.ts';

/** How messages of a request are written, as items of its input. */
export const writers: Writers = {
  part: inputPiece,
  answer: assistantItems,
  result(id, output, replaced) {
    const type = textOf(replaced?.['type']);
    if (type === 'program_output') return { ...replaced, result: output };
    if (type === 'mcp_approval_response') return { ...replaced, reason: output };
    const kind = type?.endsWith('_output') === true ? type : 'function_call_output';
    return { type: kind, call_id: id, output };
  },
};

function inputPiece(part: Part): Body {
  if (part.type === 'text' || part.type === 'data')
    return { type: 'input_text', text: textIn([part]) };
  if (part.type !== 'file') throw unknownPart(part);
  if (part.mediaType.startsWith('image/'))
    return { type: 'input_image', image_url: addressOf(part), detail: 'auto' };
  if (part.data === undefined) return { type: 'input_file', file_url: part.url };
  return { type: 'input_file', filename: part.name ?? 'file', file_data: addressOf(part) };
}

/**
 * The items for what an assistant said and called, without the ids of what they replace, which stand for what the
 * service has stored. An item whose parts hooks left alone is the native one.
 */
function assistantItems(parts: readonly Part[], like: Body | undefined): readonly Body[] {
  const whole = untouchedItem(parts);
  if (whole !== undefined) return [whole];
  if (parts.length === 0 && like !== undefined && readContent(like['content']).length === 0)
    return [like];
  if (like?.['type'] === 'agent_message')
    return [{ ...like, content: parts.map((part) => partOrigins.of(part) ?? inputPiece(part)) }];
  const { id: _id, status: _status, ...kept } = like ?? {};
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

function untouchedItem(parts: readonly Part[]): Body | undefined {
  const item = parts[0] === undefined ? undefined : itemOrigins.of(parts[0])?.item;
  if (item === undefined || parts.some((part) => itemOrigins.of(part)?.item !== item))
    return undefined;
  return readItem(item, (value) => value).length === parts.length ? item : undefined;
}

function assistantItem(part: Part, like: Body): readonly Body[] {
  switch (part.type) {
    case 'text':
    case 'data':
      return [{ role: 'assistant', ...like, content: textIn([part]) }];
    case 'reasoning':
      return [];
    case 'tool-call': {
      const { id, name, args } = part;
      return [
        { type: 'function_call', call_id: id, name, arguments: formatArguments(args, undefined) },
      ];
    }
    default:
      throw unknownPart(part);
  }
}
