import { InterposeError, type FilePart, type Message, type Part } from '@interpose/core';
import { writeArguments } from '../arguments.ts';
import { calledFunction, callsOf, plainText } from './message-to-contract.ts';
import { dictsOf, isDict, textOf, type Body } from '../native.ts';
import { messageOrigins, partOrigins } from '../origins.ts';

/**
 * The messages on the wire for one message: a message that hooks left alone is the native object itself; in a changed
 * one the untouched parts are, and everything else comes from the message that stood in its place.
 */
export function messageFromContract(message: Message, replaced: Body | undefined): readonly Body[] {
  const native = messageOrigins.of(message);
  if (native !== undefined) return [native];
  const like = replaced !== undefined && sameRole(message, replaced) ? replaced : undefined;
  switch (message.role) {
    case 'system':
      return [{ role: 'system', ...like, content: systemContent(message.content, like) }];
    case 'user':
      return [{ role: 'user', ...like, content: userContent(message.content) }];
    case 'assistant':
      return [writeAnswer(message.content, like)];
    case 'tool':
      return message.content.map((part) => messageOrigins.of(part) ?? toolMessage(part));
  }
}

/** True where the message that stood there before was of the same role. */
export function sameRole({ role }: Message, replaced: Body): boolean {
  const native = replaced['role'] === 'developer' ? 'system' : replaced['role'];
  return native === role;
}

/** All the text of these parts, and data as JSON. */
export function textIn(parts: readonly Part[]): string {
  return parts.map(textOfPart).join('');
}

function textOfPart(part: Part): string {
  if (part.type === 'text') return part.text;
  return part.type === 'data' ? JSON.stringify(part.data) : '';
}

/** Instructions in pieces stay in pieces; a text stays a text. */
function systemContent(parts: readonly Part[], like: Body | undefined): unknown {
  return Array.isArray(like?.['content']) ? userContent(parts) : textIn(parts);
}

function userContent(parts: readonly Part[]): unknown {
  const [only] = parts;
  if (parts.length === 1 && only?.type === 'text' && partOrigins.of(only) === undefined)
    return only.text;
  return parts.map((part) => partOrigins.of(part) ?? writeUserPart(part));
}

function writeUserPart(part: Part): Body {
  switch (part.type) {
    case 'text':
    case 'data':
      return { type: 'text', text: textOfPart(part) };
    case 'file':
      return writeFile(part);
    default:
      throw unknownPart(part.type === 'other' ? part.kind : part.type);
  }
}

function writeFile(part: FilePart): Body {
  const { mediaType, data, name } = part;
  if (mediaType.startsWith('image/'))
    return { type: 'image_url', image_url: { url: addressOf(part) } };
  if (mediaType.startsWith('audio/') && data !== undefined)
    return { type: 'input_audio', input_audio: { data, format: mediaType.slice('audio/'.length) } };
  const filename = name === undefined ? undefined : { filename: name };
  return { type: 'file', file: { file_data: addressOf(part), ...filename } };
}

/** The address of a file; one given by value is its own. */
export function addressOf({ mediaType, data, url }: FilePart): string {
  return data === undefined ? (url ?? '') : `data:${mediaType};base64,${data}`;
}

/** Says that a hook made a part that only the host can make. */
export function unknownPart(kind: string): InterposeError {
  return new InterposeError(
    'part_unknown',
    `a hook made a part of kind "${kind}", which only the provider can make`,
    'return the parts of that kind that the hook was given, or a part of another type',
  );
}

function toolMessage(part: Part): Body {
  if (part.type !== 'tool-result') throw unknownPart(part.type === 'other' ? part.kind : part.type);
  const { id, error, result } = part;
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? 'undefined');
  return { role: 'tool', tool_call_id: id, content: error ?? text };
}

/** An assistant's message of these parts; `like` is the one it replaces. */
export function writeAnswer(parts: readonly Part[], like: Body | undefined): Body {
  const {
    content: _content,
    refusal: _refusal,
    annotations: _annotations,
    reasoning_content: thought,
    reasoning,
    tool_calls: _calls,
    function_call: _legacy,
    audio,
    ...rest
  } = like ?? {};
  const thinking = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
  const keepsAudio = parts.some((part) => part.type === 'other' && part.kind === 'audio');
  return {
    role: 'assistant',
    ...rest,
    ...saidIn(parts, like),
    ...(thought !== undefined || (like === undefined && thinking !== '')
      ? { reasoning_content: thinking }
      : undefined),
    ...(reasoning === undefined ? undefined : { reasoning: thinking }),
    ...calledIn(parts, like),
    ...(keepsAudio && audio !== undefined ? { audio } : undefined),
  };
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

/** The pieces of an answer that had several; those that hooks left alone are the native ones. */
function answerPieces(
  parts: readonly Part[],
  before: readonly Body[],
): readonly Body[] | undefined {
  if (!parts.some((part) => part.type !== 'tool-call' && partOrigins.of(part) !== undefined))
    return undefined;
  const said = parts.filter((part) => {
    if (part.type === 'text' || part.type === 'data') return true;
    return part.type !== 'tool-call' && partOrigins.of(part) !== undefined;
  });
  return said.map((part, index) => {
    const native = partOrigins.of(part);
    if (native !== undefined) return native;
    const text = textIn([part]);
    return said.length === before.length && before[index]?.['type'] === 'refusal'
      ? { type: 'refusal', refusal: text }
      : { type: 'text', text };
  });
}

/** The calls of an answer; the one in the older form stays there. */
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

function writeCall(part: Extract<Part, { type: 'tool-call' }>, like: Body | undefined): Body {
  const native = partOrigins.of(part);
  if (native !== undefined) return native;
  const replaced = callsOf(like ?? {}).find((call) => (textOf(call['id']) ?? '') === part.id);
  const before = replaced === undefined ? undefined : calledFunction(replaced);
  if (replaced?.['type'] === 'custom') {
    const { input } = part.args;
    const text = typeof input === 'string' ? input : JSON.stringify(part.args);
    return { ...replaced, custom: { name: part.name, input: text } };
  }
  const called = { name: part.name, arguments: writeArguments(part.args, before?.input) };
  return { ...replaced, id: part.id, type: 'function', function: called };
}
