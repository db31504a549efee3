import { asText } from '@interpose/adapter-kit';
import {
  InterposeError,
  type FilePart,
  type Message,
  type Part,
  type ToolResultPart,
} from '@interpose/core';
import { isDict, type Body } from './native.ts';
import type { Spoken } from './chat/speaker.ts';
import { messageOrigins, partOrigins } from './origins.ts';

/** How one interface writes what hooks made or changed. */
export interface Writers {
  /** A part of what the user says. */
  part(part: Part): Body;
  /** What the assistant said and called; `like` is what it replaces. */
  answer(parts: readonly Part[], like: Body | undefined): readonly Body[];
  /** Takes out of the parts what stands beside the content of a message, where anything does. */
  spoken?(parts: readonly Part[], like: Body | undefined): Spoken;
  /** What a call came to. */
  result(part: ToolResultPart, replaced: Body | undefined): Body;
}

/**
 * The messages on the wire for one message: a message that hooks left alone is the native object itself; in a changed
 * one the untouched parts are, and everything else comes from the message that stood in its place.
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
      // Instructions in pieces stay in pieces; a text stays a text.
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

/** What has no role but is of a kind, such as a call, is said by an assistant. */
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

/** What a call came to: a text, or what it was where it stood in pieces or fields `before`. */
export function outcomeIn({ error, result }: ToolResultPart, before: unknown): unknown {
  const isAlike = Array.isArray(before) ? Array.isArray(result) : isDict(before) && isDict(result);
  return error ?? (isAlike ? result : asText(result, 'undefined'));
}

/** What an answer says in pieces, where any of them is the provider's own; undefined where a text says it all. */
export function piecesIn(parts: readonly Part[]): readonly Part[] | undefined {
  if (!parts.some(isOwn)) return undefined;
  return parts.filter((part) => part.type === 'text' || part.type === 'data' || isOwn(part));
}

function isOwn(part: Part): boolean {
  return part.type !== 'tool-call' && partOrigins.of(part) !== undefined;
}

/** All that is thought in these parts. */
export function thoughtsIn(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
}

/** All the text of these parts, and data as JSON. */
export function textIn(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'data' ? JSON.stringify(part.data) : '';
    })
    .join('');
}

/** The address of a file; one given by value is its own. */
export function addressOf({ mediaType, data, url }: FilePart): string {
  return data === undefined ? (url ?? '') : `data:${mediaType};base64,${data}`;
}

/** The free-form input of a call, which hooks see as its only argument. */
export function freeInput(args: Body): string {
  const { input, ...beside } = args;
  return typeof input === 'string' && Object.keys(beside).length === 0
    ? input
    : JSON.stringify(args);
}

/** Says that a hook made a part that only the host can make. */
export function unknownPart(part: Part): InterposeError {
  const kind = part.type === 'other' ? part.kind : part.type;
  return new InterposeError(
    'part_unknown',
    `a hook made a part of kind "${kind}", which only the provider can make`,
    'return the parts of that kind that the hook was given, or a part of another type',
  );
}
