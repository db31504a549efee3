import { InterposeError } from '@interpose/core';
import type { StreamPiece } from '@interpose/core/adapter';
import { parseBody, type Body } from '../../translate/native.ts';

/** One server-sent event: its text, or its bytes if it came alone, and the JSON object in it. */
export interface SsePart {
  readonly raw: string | Uint8Array;
  /** Undefined for a comment, the end mark, and an event that is no JSON. */
  readonly data: Body | undefined;
  /** For an event that is about a text, such as an annotation: the text that was sent before it. */
  readonly said?: string;
  /** True for a text that hooks see before the service sends it: this event does not leave. */
  readonly early?: boolean;
  /** The event that this one was split from, and all pieces of it. */
  readonly of?: { readonly whole: SsePart; readonly pieces: readonly SsePart[] };
  /** The event that this one replaces: in another place, or without fields that may repeat a changed text. */
  readonly from?: SsePart;
  /** True for an event that hooks changed, or that lost fields which may repeat a changed text. */
  readonly bared?: boolean;
  /** True for an event whose name says that it is an error, whatever it carries. */
  readonly isError?: boolean;
  /** The error that ends the stream in place of an event. */
  readonly fails?: { readonly error: unknown };
}

/** The end mark of `POST /chat/completions`. */
export const DONE: SsePart = { raw: 'data: [DONE]\n\n', data: undefined };

/** Returns the part that ends a stream with this error. */
export function failing(error: unknown, raw = ''): SsePart {
  return { raw, data: undefined, fails: { error } };
}

/** Returns an event with this data; the Responses interface names its events too. */
export function eventOf(data: Body, name?: string): SsePart {
  const named = name === undefined ? '' : `event: ${name}\n`;
  return { raw: `${named}data: ${JSON.stringify(data)}\n\n`, data };
}

/** Reads one event from its text; `bytes` are the same event as it came, if it came alone. */
export function readEvent(raw: string, bytes?: Uint8Array): SsePart {
  const text = onlyLine(raw) ?? dataLines(raw);
  if (text === undefined || text.trim() === '[DONE]') return { raw, data: undefined };
  const data = parseBody(text);
  if (data === undefined) return unreadable(raw);
  const part = { raw: bytes ?? raw, data };
  return NAMED_ERROR.test(raw) ? { ...part, isError: true } : part;
}

const NAMED_ERROR = /(?:^|[\r\n])\uFEFF?event: ?error[\r\n]/;

/** Returns the error in an event, found as the SDK finds it. */
export function errorIn({ data, isError }: SsePart): unknown {
  return (data?.['error'] || undefined) ?? (isError === true ? data : undefined);
}

/** Returns an event that is an error, with these fields only: hooks do not judge the content that it has besides. */
export function errorWith(part: SsePart, data: Body): SsePart {
  return {
    ...eventOf(data, part.isError === true ? 'error' : undefined),
    isError: part.isError === true,
  };
}

/** Returns the data of an event with only one line, as most have. */
function onlyLine(raw: string): string | undefined {
  if (!raw.startsWith('data:') || raw.indexOf('\n') !== raw.length - 2 || raw.includes('\r'))
    return undefined;
  return raw.slice(afterName(raw), -2);
}

/** Returns the kind of an event if no dialect is needed for that: an error, the end, or an event without data. */
export function pieceOf(part: SsePart): StreamPiece | undefined {
  if (part.fails !== undefined) return { kind: 'error', error: part.fails.error };
  if (part.data === undefined) return isDone(part) ? FINISH : { kind: 'meta' };
  const error = errorIn(part);
  return error === undefined ? undefined : { kind: 'error', error };
}

/** Kinds of events without a delta: they wait, wait as they may repeat a changed text, pass, or end the answer. */
export const HELD: StreamPiece = { kind: 'call' };
export const REPEATING: StreamPiece = { kind: 'call', repeats: true };
export const CONTENT: StreamPiece = { kind: 'content' };
export const FINISH: StreamPiece = { kind: 'finish' };

/** Returns the data of an event with several lines; undefined for a comment. */
function dataLines(raw: string): string | undefined {
  // The client reads each line by itself, without a byte order mark.
  const lines = raw.split(/\r\n|\n|\r/).map((line) => line.replace(/^\uFEFF/, ''));
  const data = lines.filter((line) => line.startsWith('data:'));
  if (data.length === 0 && lines.every(isComment)) return undefined;
  return data.map((line) => line.slice(afterName(line))).join('\n');
}

function afterName(line: string): number {
  return line[5] === ' ' ? 6 : 5;
}

/** True for the end mark. */
export function isDone({ raw, data }: SsePart): boolean {
  return data === undefined && typeof raw === 'string' && /^data: *\[DONE\]/m.test(raw);
}

function isComment(line: string): boolean {
  return line === '' || /^(:|event:|id:|retry:)/.test(line);
}

/** Returns an error in place of an event that hooks cannot read. */
function unreadable(raw: string): SsePart {
  const error = new InterposeError(
    'stream_unreadable',
    'the provider sent an event that is no JSON object',
    'ask it for a stream of server-sent events, or for no stream',
  );
  return failing(error, raw);
}
