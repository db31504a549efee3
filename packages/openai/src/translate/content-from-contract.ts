import { asText } from '@interpose/adapter-kit';
import { InterposeError, type Message, type Part, type ToolResultPart } from '@interpose/core';
import { isDict, type Body } from './native.ts';
import type { Spoken } from './chat/speaker.ts';
import { messageOrigins, partOrigins } from './origins.ts';

/** The functions with which one interface writes messages that hooks made or changed. */
export interface Writers {
  /** Writes a part of a user's message. */
  part(part: Part): Body;
  /** Writes an assistant's message; `like` is the message or item that it replaces. */
  answer(parts: readonly Part[], like: Body | undefined): readonly Body[];
  /** Takes the speaker's name out of the parts, in an interface that has it beside the content. */
  spoken?(parts: readonly Part[], like: Body | undefined): Spoken;
  /** Writes the result of a call; `replaced` is the message that it replaces. */
  result(part: ToolResultPart, replaced: Body | undefined): Body;
}

/**
 * Returns the native messages for one message. A message that hooks left alone is the native object itself. In a
 * changed one the untouched parts are native, and the other fields come from the message that it replaces.
 */
export function writeMessages(
  message: Message,
  replaced: Body | undefined,
  writers: Writers,
): readonly Body[] {
  const native = messageOrigins.of(message);
  const { role } = message;
  if (native !== undefined) return [native];
  const same = roleOf(replaced) === role ? replaced : undefined;
  const own: Spoken = { parts: message.content, like: same };
  const { parts, like } = role === 'tool' ? own : (writers.spoken?.(message.content, same) ?? own);
  switch (role) {
    case 'system': {
      // Instructions that were a list of pieces stay a list; a text stays a text.
      const inPieces = Array.isArray(like?.['content']);
      return [{ role, ...like, content: inPieces ? pieces(parts, writers) : textIn(parts) }];
    }
    case 'user':
      return [{ role, ...like, content: pieces(parts, writers) }];
    case 'assistant':
      return writers.answer(parts, like);
    case 'tool':
      return parts.map((part) => messageOrigins.of(part) ?? writeResult(part, replaced, writers));
  }
}

/** Returns the role; an item that has only a type, such as a call, belongs to an assistant. */
function roleOf({ role, type }: Body = {}): unknown {
  if (role === 'developer') return 'system';
  return role ?? (type === undefined ? undefined : 'assistant');
}

function pieces(parts: readonly Part[], writers: Writers): unknown {
  const [only] = parts;
  if (parts.length === 1 && only?.type === 'text' && partOrigins.of(only) === undefined)
    return only.text;
  return parts.map((part) => partOrigins.of(part) ?? writers.part(part));
}

function writeResult(part: Part, replaced: Body | undefined, writers: Writers): Body {
  if (part.type !== 'tool-result') throw unknownPart(part);
  return writers.result(part, replaced);
}

/** Returns the output of a call: a text, or the list or object itself if the output `before` was one too. */
export function outcomeIn({ error, result }: ToolResultPart, before: unknown): unknown {
  const isAlike = Array.isArray(before) ? Array.isArray(result) : isDict(before) && isDict(result);
  return error ?? (isAlike ? result : asText(result, 'undefined'));
}

/** Returns the pieces of an answer if any of them is the provider's own; undefined if a text is enough. */
export function piecesIn(parts: readonly Part[]): readonly Part[] | undefined {
  if (!parts.some(isOwn)) return undefined;
  return parts.filter((part) => part.type === 'text' || part.type === 'data' || isOwn(part));
}

function isOwn(part: Part): boolean {
  return part.type !== 'tool-call' && partOrigins.of(part) !== undefined;
}

/** Returns the reasoning in these parts. */
export function thoughtsIn(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
}

/** Returns all the text of these parts, with data as JSON. */
export function textIn(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'data' ? JSON.stringify(part.data) : '';
    })
    .join('');
}

/** Returns the free-form input of a call, which hooks see as the argument `input`; with other arguments, JSON. */
export function freeInput(args: Body): string {
  const { input, ...beside } = args;
  return typeof input === 'string' && Object.keys(beside).length === 0
    ? input
    : JSON.stringify(args);
}

/** Returns the error for a part that a hook made but only the provider can make. */
export function unknownPart(part: Part): InterposeError {
  const kind = part.type === 'other' ? part.kind : part.type;
  return new InterposeError(
    'part_unknown',
    `a hook made a part of kind "${kind}", which only the provider can make`,
    'return the parts of that kind that the hook was given, or a part of another type',
  );
}
