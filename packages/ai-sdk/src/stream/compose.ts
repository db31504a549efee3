import { omitUndefined, sameItems } from '@interpose/adapter-kit';
import type { ModelResponse } from '@interpose/core';
import { contentFromContract } from '../translate/content-from-contract.ts';
import {
  finishReasonOf,
  saidBesideContent,
  usageOf,
  withoutRaw,
} from '../translate/response-from-contract.ts';
import { withoutGone } from '../translate/message-from-contract.ts';
import type { NativeContent, NativeStreamPart, SpecificationVersion } from '../translate/native.ts';
import { blockOrigins } from '../translate/origins.ts';
import { collectStream } from './collect.ts';

/**
 * Returns the stream parts for a response that hooks changed or supplied; `original` are the stream parts it replaces.
 * For a part that hooks left alone, its own stream parts are used again.
 */
export function composeStream(
  response: ModelResponse,
  original: readonly NativeStreamPart[],
  version: SpecificationVersion,
): readonly NativeStreamPart[] {
  // The last part of each block has the flags of its call or result.
  const like = collectStream(original, (value) => value).content.map(
    (part) => blockOrigins.of(part)!.at(-1) as NativeContent,
  );
  const content = response.content.flatMap((part, index) => {
    const own = blockOrigins.of(part);
    return own ?? streamParts(contentFromContract(part, index, like, version), index, original);
  });
  const replaced = original.findLast((part) => part.type === 'finish');
  const before = original.filter((part) => part !== replaced && part.type !== 'stream-start');
  const beside = saidBesideContent(replaced, response, sameItems(content, before), {});
  const usage = usageOf(response, replaced?.usage, version);
  const finish = {
    // Other fields of the provider's finish may repeat content that was replaced.
    ...beside,
    type: 'finish',
    finishReason: finishReasonOf(response, replaced?.finishReason, version),
    usage: beside === replaced ? usage : withoutRaw(usage),
  };
  return [...withoutGone(content, before), finish as NativeStreamPart];
}

function streamParts(
  content: NativeContent,
  index: number,
  original: readonly NativeStreamPart[],
): readonly NativeStreamPart[] {
  switch (content.type) {
    case 'text':
    case 'reasoning':
      return textBlock(content.text, freshId(index, original), content.type);
    case 'tool-call':
      return callParts(content);
    default:
      // Any other part has the same shape in a stream as in an answer.
      return [content];
  }
}

/** Returns the start, delta and end of a block with this text. */
export function textBlock(
  delta: string,
  id: string,
  kind: 'text' | 'reasoning' = 'text',
): readonly NativeStreamPart[] {
  return [
    { type: `${kind}-start`, id },
    { type: `${kind}-delta`, id, delta },
    { type: `${kind}-end`, id },
  ];
}

function callParts(call: NativeCall): readonly NativeStreamPart[] {
  const { toolCallId: id, toolName, input: delta, providerExecuted, dynamic } = call;
  return [
    { type: 'tool-input-start', id, toolName, ...omitUndefined({ providerExecuted, dynamic }) },
    { type: 'tool-input-delta', id, delta },
    { type: 'tool-input-end', id },
    call,
  ];
}

type NativeCall = Extract<NativeContent, { type: 'tool-call' }> & { readonly dynamic?: boolean };

/** Returns an id that no block of the original has, so that the text does not continue a block that has begun. */
function freshId(index: number, original: readonly NativeStreamPart[]): string {
  const taken = new Set(original.map((part) => ('id' in part ? part.id : undefined)));
  let id = `interpose-${index}`;
  while (taken.has(id)) id += "'";
  return id;
}
