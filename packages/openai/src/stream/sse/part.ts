import { InterposeError } from '@interpose/core';
import type { StreamPiece } from '@interpose/core/adapter';
import { parseBody, type Body } from '../../translate/native.ts';

/** One server-sent event: its text, or the bytes it came as where it came alone, and the record it carries. */
export interface SsePart {
  readonly raw: string | Uint8Array;
  /** Undefined for a comment, the end mark, and what is no JSON. */
  readonly data: Body | undefined;
  /** What was said before this, where it says the same in another form. */
  readonly said?: string;
  /** True for a text that hooks shall see and that the service says only later: it does not leave. */
  readonly early?: boolean;
  /** The event that this is a part of, and all of its parts. */
  readonly of?: { readonly whole: SsePart; readonly pieces: readonly SsePart[] };
  /** The event that this one says over again: at another place, or without what may repeat a text that was changed. */
  readonly from?: SsePart;
  /** True for an event that hooks changed, or that lost what may repeat what they changed. */
  readonly bared?: boolean;
  /** True for an event whose name says that it is an error, whatever it carries. */
  readonly isError?: boolean;
  /** Given to end the stream with an error in place of an event. */
  readonly fails?: { readonly error: unknown };
}

/** The end mark of `POST /chat/completions`. */
export const DONE: SsePart = { raw: 'data: [DONE]\n\n', data: undefined };

/** What ends a stream with this error. */
export function failing(error: unknown, raw = ''): SsePart {
  return { raw, data: undefined, fails: { error } };
}

/** An event that carries this record; the Responses interface names its events too. */
export function eventOf(data: Body, name?: string): SsePart {
  const named = name === undefined ? '' : `event: ${name}\n`;
  return { raw: `${named}data: ${JSON.stringify(data)}\n\n`, data };
}

/** Reads one event from its text. */
export function readEvent(raw: string, bytes?: Uint8Array): SsePart {
  const text = onlyLine(raw) ?? dataLines(raw);
  if (text === undefined || text === '[DONE]') return { raw, data: undefined };
  const data = parseBody(text);
  if (data === undefined) return unreadable(raw);
  const part = { raw: bytes ?? raw, data };
  return NAMED_ERROR.test(raw) ? { ...part, isError: true } : part;
}

const NAMED_ERROR = /(?:^|[\r\n])event: ?error[\r\n]/;

/** The error that an event tells of, as the SDK looks for one. */
export function errorIn({ data, isError }: SsePart): unknown {
  return (data?.['error'] || undefined) ?? (isError === true ? data : undefined);
}

/** What most events say: they have one line. */
function onlyLine(raw: string): string | undefined {
  if (!raw.startsWith('data:') || raw.indexOf('\n') !== raw.length - 2 || raw.includes('\r'))
    return undefined;
  return raw.slice(afterName(raw), -2);
}

/** What an event is to the cycle, as far as no dialect has to be known: an error, or nothing that anybody reads. */
export function pieceOf(part: SsePart): StreamPiece | undefined {
  if (part.fails !== undefined) return { kind: 'error', error: part.fails.error };
  if (part.data === undefined) return isDone(part) ? FINISH : { kind: 'meta' };
  const error = errorIn(part);
  return error === undefined ? undefined : { kind: 'error', error };
}

/** What is read without a delta: it waits, shows a text that may be changed in another form, passes, or ends the answer. */
export const HELD: StreamPiece = { kind: 'call' };
export const REPEATING: StreamPiece = { kind: 'call', repeats: true };
export const CONTENT: StreamPiece = { kind: 'content' };
export const FINISH: StreamPiece = { kind: 'finish' };

/** What the lines of an event say; undefined for a comment. */
function dataLines(raw: string): string | undefined {
  const lines = raw.split(/\r\n|\n|\r/);
  const data = lines.filter((line) => line.startsWith('data:'));
  if (data.length === 0 && lines.every(isComment)) return undefined;
  return data.map((line) => line.slice(afterName(line))).join('\n');
}

function afterName(line: string): number {
  return line[5] === ' ' ? 6 : 5;
}

/** True for the end mark. */
export function isDone({ raw, data }: SsePart): boolean {
  return data === undefined && typeof raw === 'string' && /^data: ?\[DONE\]/m.test(raw);
}

function isComment(line: string): boolean {
  return line === '' || /^(:|event:|id:|retry:)/.test(line);
}

/** What nobody could judge does not leave. */
function unreadable(raw: string): SsePart {
  const error = new InterposeError(
    'stream_unreadable',
    `the provider sent an event that is no JSON object: ${raw.slice(0, 40)}`,
    'ask it for a stream of server-sent events, or for no stream',
  );
  return failing(error, raw);
}
