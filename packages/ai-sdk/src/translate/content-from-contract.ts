import { formatArguments } from '@interpose/adapter-kit';
import type { Part } from '@interpose/core';
import { writeFileData } from './file-data.ts';
import type { NativeContent, SpecificationVersion } from './native.ts';
import { contentOrigins } from './origins.ts';
import { likeOf, unknownPart, withoutStored } from './message-from-contract.ts';

/** One part of an answer: the native object where hooks left it alone, else one made like the original. */
export function contentFromContract(
  part: Part,
  index: number,
  original: readonly NativeContent[],
  version: SpecificationVersion,
): NativeContent {
  const native = contentOrigins.of(part);
  if (native !== undefined) return native;
  // The content types of three generations have no common constructor; the fields are those all share.
  return writeContent(part, likeOf(part, index, original), version) as NativeContent;
}

function writeContent(
  part: Part,
  like: NativeContent | undefined,
  version: SpecificationVersion,
): unknown {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text };
    case 'data':
      return { type: 'text', text: JSON.stringify(part.data) };
    case 'file':
      return {
        type: 'file',
        mediaType: part.mediaType,
        data: writeFileData(part, version === 'v4'),
      };
    case 'tool-call':
      return {
        ...withoutStored(like),
        type: 'tool-call',
        toolCallId: part.id,
        toolName: part.name,
        input: formatArguments(part.args, like?.type === 'tool-call' ? like.input : undefined),
      };
    case 'tool-result': {
      const failed = part.error !== undefined;
      return {
        ...withoutStored(like),
        type: 'tool-result',
        toolCallId: part.id,
        toolName: part.name,
        result: failed ? part.error : (part.result ?? ''),
        isError: failed,
      };
    }
    case 'other':
      throw unknownPart(part.kind);
  }
}
