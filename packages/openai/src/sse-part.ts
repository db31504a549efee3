import { InterposeError } from '@interpose/core';
import { isDict, type Body } from './native.ts';

/** One server-sent event: its text as it came, and the record it carries. */
export interface SsePart {
  readonly raw: string;
  /** Undefined for a comment, the end mark, and what is no JSON. */
  readonly data: Body | undefined;
  /** Given to end the stream with an error in place of an event. */
  readonly fails?: { readonly error: unknown };
}

/** The end mark of `POST /chat/completions`. */
export const DONE: SsePart = { raw: 'data: [DONE]\n\n', data: undefined };

/** An event that carries this record; the Responses interface names its events too. */
export function eventOf(data: Body, name?: string): SsePart {
  const named = name === undefined ? '' : `event: ${name}\n`;
  return { raw: `${named}data: ${JSON.stringify(data)}\n\n`, data };
}

/** Reads one event from its text. */
export function readEvent(raw: string): SsePart {
  const lines = raw.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
  const text = lines.map((line) => line.slice(line[5] === ' ' ? 6 : 5)).join('\n');
  if (text === '[DONE]' || isComment(raw)) return { raw, data: undefined };
  const data = parse(text);
  return data === undefined ? unreadable(raw) : { raw, data };
}

/** True for the end mark. */
export function isDone({ raw, data }: SsePart): boolean {
  return data === undefined && /^data: ?\[DONE\]/m.test(raw);
}

function isComment(raw: string): boolean {
  return raw
    .split(/\r\n|\n|\r/)
    .every((line) => line === '' || /^(:|event:|id:|retry:)/.test(line));
}

/** What nobody could judge does not leave. */
function unreadable(raw: string): SsePart {
  const error = new InterposeError(
    'stream_unreadable',
    `the provider sent an event that is no JSON object: ${raw.slice(0, 40)}`,
    'ask it for a stream of server-sent events, or for no stream',
  );
  return { raw, data: undefined, fails: { error } };
}

function parse(text: string): Body | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isDict(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
