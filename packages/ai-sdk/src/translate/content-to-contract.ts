import { asText, parseArguments, type Copy } from '@interpose/adapter-kit';
import type { Dict, Part } from '@interpose/core';
import { filePart } from './file-data.ts';
import type { NativeContent, NativePromptPart } from './native.ts';
import { contentOrigins } from './origins.ts';
import { readToolOutput } from './tool-output.ts';

/** Returns one part of a model's answer as hooks see it, frozen; it remembers the native part. */
export function contentToContract(part: NativeContent, copy: Copy): Part {
  return Object.freeze(contentOrigins.remember(readContent(part, copy), part));
}

/** Reads one part of an answer, without remembering its native part. */
export function readContent(part: NativeContent, copy: Copy): Part {
  // Some providers give other input than a text: the SDK then takes the call for invalid.
  return part.type === 'tool-call'
    ? callPart(part, copy(parseArguments(asText(part.input))))
    : readPart(part, copy);
}

/** Makes a call with these arguments: an answer holds them as text, a prompt as a parsed value. */
export function callPart(
  { toolCallId: id, toolName: name }: { readonly toolCallId: string; readonly toolName: string },
  args: Dict,
): Part {
  return { type: 'tool-call', id, name, args };
}

/** Reads a part that has the same form in an answer and in a prompt: any part but a call. */
export function readPart(
  part: Exclude<NativeContent | NativePromptPart, { type: 'tool-call' }>,
  copy: Copy,
): Part {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text };
    case 'file':
    case 'reasoning-file':
      return filePart(part);
    case 'tool-result': {
      const { toolCallId: id, toolName: name } = part;
      const came = 'output' in part ? readToolOutput(part.output, copy) : readResult(part, copy);
      return { type: 'tool-result', id, name, ...came };
    }
    default:
      // A person's answer to a call at the provider: the reason is a text for the model, the yes or no is none.
      return 'reason' in part && part.reason
        ? { type: 'tool-result', id: part.approvalId, name: '', result: part.reason }
        : { type: 'other', kind: part.type };
  }
}

/** Reads the result of a call that the provider ran. */
export function readResult(
  { result, isError }: Extract<NativeContent, { type: 'tool-result' }>,
  copy: Copy,
): { readonly result: unknown } | { readonly error: string } {
  if (isError !== true) return { result: copy<unknown>(result) };
  return { error: asText(result, 'error') };
}
