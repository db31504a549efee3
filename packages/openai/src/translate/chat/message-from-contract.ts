import { addressOf, formatArguments } from '@interpose/adapter-kit';
import type { Part, ToolCallPart } from '@interpose/core';
import {
  freeInput,
  outcomeIn,
  piecesIn,
  textIn,
  thoughtsIn,
  unknownPart,
  type Writers,
} from '../content-from-contract.ts';
import {
  calledFunction,
  callsOf,
  kindOf,
  plainText,
  REASONING_FIELDS,
  reasoningOf,
} from './message-to-contract.ts';
import { dictsOf, isDict, textOf, type Body } from '../native.ts';
import { partOrigins } from '../origins.ts';
import { spokenAs } from './speaker.ts';

/** The writers of the messages of a request. */
export const writers: Writers = {
  part: writeUserPart,
  answer: (parts, like) => [writeAnswer(parts, like)],
  spoken: spokenAs,
  result(part, replaced) {
    const content = outcomeIn(part, replaced?.['content']);
    if (replaced?.['role'] === 'function') return { ...replaced, content };
    return { role: 'tool', tool_call_id: part.id, content };
  },
};

function writeUserPart(part: Part): Body {
  if (part.type === 'text' || part.type === 'data') return { type: 'text', text: textIn([part]) };
  if (part.type !== 'file') throw unknownPart(part);
  const { mediaType, data, name } = part;
  if (mediaType.startsWith('image/'))
    return { type: 'image_url', image_url: { url: addressOf(part) } };
  if (mediaType.startsWith('audio/') && data !== undefined)
    return { type: 'input_audio', input_audio: { data, format: mediaType.slice('audio/'.length) } };
  const filename = name === undefined ? undefined : { filename: name };
  return { type: 'file', file: { file_data: addressOf(part), ...filename } };
}

/**
 * Returns an assistant's message with these parts; `like` is the message that it replaces. Fields that hooks cannot
 * read are dropped: they could still contain what hooks changed.
 */
export function writeAnswer(parts: readonly Part[], like: Body | undefined): Body {
  const { name, audio } = like ?? {};
  const spoken = isDict(audio) ? parts.filter((part) => partOrigins.of(part) === audio) : [];
  const written = parts.filter((part) => !spoken.includes(part));
  return {
    role: 'assistant',
    ...(name === undefined ? undefined : { name }),
    ...saidIn(written, like),
    ...thoughtIn(parts, like),
    ...calledIn(parts, like),
    ...(spoken.length === 0 ? undefined : { audio }),
  };
}

/** Returns the reasoning fields; reasoning that hooks left alone keeps its native form, with encrypted content. */
function thoughtIn(parts: readonly Part[], like: Body = {}): Body {
  const text = thoughtsIn(parts);
  const before = Object.entries(like).filter(([field]) => REASONING_FIELDS.includes(field));
  if (text === reasoningOf(like)) return Object.fromEntries(before);
  const fields = before.map(([field]) => field).filter((field) => field !== 'reasoning_details');
  if (fields.length === 0) return text === '' ? {} : { reasoning_content: text };
  return Object.fromEntries(fields.map((field) => [field, text]));
}

function saidIn(parts: readonly Part[], like: Body | undefined): Body {
  const { content: before, refusal, annotations } = like ?? {};
  const text = textIn(parts);
  const calls = parts.some(({ type }) => type === 'tool-call');
  const wasRefusal = typeof refusal === 'string' && refusal !== '' && plainText(before) === '';
  const plain = wasRefusal || (text === '' && calls) ? null : text;
  const shown = wasRefusal ? parts.filter((part) => partOrigins.of(part) !== undefined) : parts;
  return {
    content: answerPieces(shown, dictsOf(before)) ?? plain,
    ...(wasRefusal ? { refusal: text } : refusal === undefined ? undefined : { refusal: null }),
    ...(annotations !== undefined && plainText(before) === text ? { annotations } : undefined),
  };
}

/** Returns the content of an answer that was a list of pieces; pieces that hooks left alone are the native objects. */
function answerPieces(
  parts: readonly Part[],
  before: readonly Body[],
): readonly Body[] | undefined {
  const said = piecesIn(parts);
  return said?.map((part, index) => {
    const native = partOrigins.of(part);
    if (native !== undefined) return native;
    const text = textIn([part]);
    return said.length === before.length && before[index]?.['type'] === 'refusal'
      ? { type: 'refusal', refusal: text }
      : { type: 'text', text };
  });
}

/** Returns the calls of an answer; a call in the older `function_call` stays there. */
function calledIn(parts: readonly Part[], like: Body | undefined): Body {
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [writeCall(part, like)] : []));
  const legacy = isDict(like?.['function_call'])
    ? calls.findLast(({ id }) => id === undefined || id === '')
    : undefined;
  const others = calls.filter((call) => call !== legacy);
  return {
    ...(others.length === 0 ? undefined : { tool_calls: others }),
    ...(legacy === undefined ? undefined : { function_call: legacy['function'] }),
  };
}

function writeCall(part: ToolCallPart, like: Body | undefined): Body {
  const native = partOrigins.of(part);
  if (native !== undefined) return native;
  const replaced = callsOf(like ?? {}).find((call) => (textOf(call['id']) ?? '') === part.id);
  const before = replaced === undefined ? undefined : calledFunction(replaced);
  const kind = kindOf(replaced);
  if (kind !== 'function')
    return { ...replaced, [kind]: { name: part.name, input: freeInput(part.args) } };
  const called = { name: part.name, arguments: formatArguments(part.args, before?.input) };
  return { ...replaced, id: part.id, type: 'function', function: called };
}
