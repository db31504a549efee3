import { parseArguments, type Copy } from '@interpose/adapter-kit';
import type { Part } from '@interpose/core';
import type { NativeContent } from './native.ts';
import { contentOrigins } from './origins.ts';
import { filePart } from './message-to-contract.ts';

/** One part of a model's answer in the contract's values; it remembers the native part. */
export function contentToContract(part: NativeContent, copy: Copy): Part {
  return contentOrigins.remember(readContent(part, copy), part);
}

/** Reads one part of an answer, without remembering where it came from. */
export function readContent(part: NativeContent, copy: Copy): Part {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'reasoning':
      return { type: 'reasoning', text: part.text };
    case 'file':
      return filePart(part.mediaType, part.data);
    case 'tool-call':
      return {
        type: 'tool-call',
        id: part.toolCallId,
        name: part.toolName,
        args: parseArguments(part.input),
      };
    case 'tool-result':
      return {
        type: 'tool-result',
        id: part.toolCallId,
        name: part.toolName,
        ...(part.isError === true
          ? { error: errorText(part.result) }
          : { result: copy(part.result) }),
      };
    default:
      return { type: 'other', kind: part.type };
  }
}

function errorText(result: unknown): string {
  return typeof result === 'string' ? result : (JSON.stringify(result) ?? 'error');
}
