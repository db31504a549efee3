import { asText, formatArguments } from '@interpose/adapter-kit';
import type { Part } from '@interpose/core';
import type { NativeContent, SpecificationVersion } from './native.ts';
import { contentOrigins } from './origins.ts';
import { callFields, likeOf, withoutStored, writePart } from './message-from-contract.ts';

/** Returns one part of an answer: the native object if hooks left it alone, else a new one like the original. */
export function contentFromContract(
  part: Part,
  index: number,
  original: readonly NativeContent[],
  version: SpecificationVersion,
): NativeContent {
  const native = contentOrigins.of(part);
  if (native !== undefined) return native;
  // The types of three generations have no common constructor; the fields here are those that all of them have.
  return writeContent(part, likeOf(part, index, original), version) as NativeContent;
}

function writeContent(
  part: Part,
  like: NativeContent | undefined,
  version: SpecificationVersion,
): object {
  if (part.type === 'tool-call') {
    const before = like?.type === 'tool-call' ? asText(like.input) : undefined;
    const input = formatArguments(part.args, before);
    return { ...withoutStored(like), ...callFields(part), input };
  }
  if (part.type === 'tool-result') {
    const { error, result } = part;
    return {
      ...withoutStored(like),
      ...callFields(part),
      result: error ?? result ?? '',
      isError: error !== undefined,
    };
  }
  return writePart(part, version, like?.type);
}
