import type { Message, Part } from '@interpose/core';
import { dictsOf, isDict, textOf, type Body } from './native.ts';
import { messageOrigins, partOrigins } from './origins.ts';

/** The content of a message: a text, or a list of parts that remember theirs. */
export function readContent(content: unknown): readonly Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return dictsOf(content).map((part) => partOrigins.remember(readPart(part), part));
}

/** A message as it is kept for the steps to come; it remembers its native one, and what its parts hold was copied. */
export function frozenMessage(message: Message, native: Body): Message {
  for (const part of message.content) Object.freeze(part);
  Object.freeze(message.content);
  return Object.freeze(messageOrigins.remember(message, native));
}

function readPart(part: Body): Part {
  switch (part['type']) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return { type: 'text', text: textOf(part['text']) ?? '' };
    case 'refusal':
      return { type: 'text', text: textOf(part['refusal']) ?? '' };
    case 'image_url':
      return addressPart(
        'image/*',
        isDict(part['image_url']) ? part['image_url']['url'] : undefined,
      );
    case 'input_image':
      return addressPart('image/*', part['image_url']);
    case 'input_audio':
      return audioPart(part['input_audio']);
    case 'file':
      return filePart(part['file']);
    case 'input_file':
      return filePart(part);
    default:
      return other(part['type']);
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
  const name = textOf(file['filename']);
  return part.type === 'file' && name !== undefined ? { ...part, name } : part;
}

/** A file by value or by address; one that only the provider can resolve is the host's own business. */
function addressPart(mediaType: string, address: unknown): Part {
  if (typeof address !== 'string') return other('file');
  const [, type = mediaType, data] = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(address) ?? [];
  return data === undefined
    ? { type: 'file', mediaType, url: address }
    : { type: 'file', mediaType: type, data };
}

function other(kind: unknown): Part {
  return { type: 'other', kind: textOf(kind) ?? 'unknown' };
}
