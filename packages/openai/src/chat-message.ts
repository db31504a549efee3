import { InterposeError, type FilePart, type Message, type Part } from '@interpose/core';
import { writeArguments } from './arguments.ts';
import { calledFunction, callsOf, plainText } from './message-to-contract.ts';
import { textOf, type Body } from './native.ts';
import { messageOrigins, partOrigins } from './origins.ts';

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
      return [{ role: 'system', ...like, content: textIn(message.content) }];
    case 'user':
      return [{ role: 'user', ...like, content: userContent(message.content) }];
    case 'assistant':
      return [writeAnswer(message.content, like)];
    case 'tool':
      return message.content.map(toolMessage);
  }
}

function sameRole({ role }: Message, replaced: Body): boolean {
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
    content: before,
    refusal,
    reasoning_content: thought,
    reasoning,
    tool_calls: _calls,
    function_call: _legacy,
    audio,
    annotations,
    ...rest
  } = like ?? {};
  const text = textIn(parts);
  const thinking = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [writeCall(part, like)] : []));
  const keepsAudio = parts.some((part) => part.type === 'other' && part.kind === 'audio');
  const wasRefusal = typeof refusal === 'string' && refusal !== '' && plainText(before) === '';
  return {
    role: 'assistant',
    ...rest,
    content: wasRefusal || (text === '' && calls.length > 0) ? null : text,
    ...(wasRefusal ? { refusal: text } : refusal === undefined ? undefined : { refusal: null }),
    ...(annotations !== undefined && plainText(before) === text ? { annotations } : undefined),
    ...(thought !== undefined || (like === undefined && thinking !== '')
      ? { reasoning_content: thinking }
      : undefined),
    ...(reasoning === undefined ? undefined : { reasoning: thinking }),
    ...(calls.length === 0 ? undefined : { tool_calls: calls }),
    ...(keepsAudio && audio !== undefined ? { audio } : undefined),
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
