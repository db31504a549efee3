import { fileAt, omitUndefined } from '@interpose/adapter-kit';
import type { Message, Part } from '@interpose/core';
import { textIn } from './content-from-contract.ts';
import { isDict, textOf, type Body, type Copy } from './native.ts';
import { messageOrigins, partOrigins } from './origins.ts';

/** Returns the parts of a content, which is a text, a part, or a list of both. Each part remembers its native one. */
export function readContent(content: unknown): readonly Part[] {
  if ((content ?? '') === '') return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return (Array.isArray(content) ? content : [content]).flatMap(
    (part: unknown): readonly Part[] => {
      if (typeof part === 'string') return [{ type: 'text', text: part }];
      return isDict(part) ? [partOrigins.remember(readPart(part), part)] : [];
    },
  );
}

/** Whether a content has only text. */
export function isPlain(content: unknown): boolean {
  return typeof content === 'string' || readContent(content).every(({ type }) => type === 'text');
}

/** Returns the result of a tool; a list of texts becomes one text. */
export function readResult(output: unknown, copy: Copy): unknown {
  return Array.isArray(output) && isPlain(output) ? textIn(readContent(output)) : copy(output);
}

/** Freezes a message to keep it for the next steps. It remembers its native one; the values in its parts are copies. */
export function frozenMessage(message: Message, native: Body): Message {
  for (const part of message.content) Object.freeze(part);
  Object.freeze(message.content);
  return Object.freeze(messageOrigins.remember(message, native));
}

/** Returns the name of the field with the text of a part. */
export function textField({ type }: Body): 'refusal' | 'transcript' | 'text' {
  if (type === 'refusal') return type;
  return type === 'output_audio' ? 'transcript' : 'text';
}

/** Returns one part of a content as hooks see it. */
export function readPart(part: Body): Part {
  switch (part['type']) {
    case 'image_url':
      return addressPart(
        'image/*',
        isDict(part['image_url']) ? part['image_url']['url'] : undefined,
      );
    case 'input_image':
    case 'computer_screenshot':
      return addressPart('image/*', part['image_url']);
    case 'input_audio':
      return audioPart(part['input_audio']);
    case 'file':
      return filePart(part['file']);
    case 'input_file':
      return filePart(part);
    default: {
      const text = textOf(part[textField(part)]);
      return text === undefined ? other(part['type']) : { type: 'text', text };
    }
  }
}

function audioPart(audio: unknown): Part {
  const { data, format }: Body = isDict(audio) ? audio : {};
  if (typeof data !== 'string') return other('input_audio');
  return { type: 'file', mediaType: `audio/${textOf(format) ?? '*'}`, data };
}

function filePart(file: unknown): Part {
  if (!isDict(file)) return other('file');
  const part = addressPart('application/octet-stream', file['file_data'] ?? file['file_url']);
  if (part.type !== 'file') return part;
  const address = textOf(file['file_url']);
  const { url = address } = part;
  // A part has one address, and hooks have to see both.
  if (address !== undefined && url !== address) return { type: 'data', data: { ...file } };
  return { ...part, ...omitUndefined({ name: textOf(file['filename']), url }) };
}

/** Returns a file by value or by URL; a file that only the provider can resolve is of kind `other`. */
function addressPart(mediaType: string, address: unknown): Part {
  return typeof address === 'string' ? fileAt(address, mediaType) : other('file');
}

function other(kind: unknown): Part {
  return { type: 'other', kind: textOf(kind) ?? 'unknown' };
}
