import { textBlock } from '../stream/compose.ts';
import { finishReasonOf, usageOf } from './response-from-contract.ts';
import type {
  NativeParams,
  NativeResult,
  NativeStreamPart,
  SpecificationVersion,
} from './native.ts';

const REFUSAL_ID = 'interpose-refusal';

/** Returns the end of a refused answer. Where a tool call is required, the SDK accepts only an interrupted answer. */
function endOf({ toolChoice }: NativeParams, version: SpecificationVersion): object {
  const required = toolChoice?.type === 'required' || toolChoice?.type === 'tool';
  // v2 and v3 do not know `interrupted`, but the SDK passes their reason on to the same check.
  const refused = { content: [], finishReason: required ? 'interrupted' : 'content-filter' };
  return {
    finishReason: finishReasonOf(refused, undefined, version),
    usage: usageOf(refused, undefined, version),
  };
}

/** Returns an answer that holds nothing but the refusal. */
export function refusalResult(
  text: string,
  params: NativeParams,
  version: SpecificationVersion,
): NativeResult {
  const result = { content: [{ type: 'text', text }], ...endOf(params, version), warnings: [] };
  // The result fits this generation; the type, a union of three, cannot express that.
  return result as unknown as NativeResult;
}

/** Returns the stream parts that close open blocks and end the answer with the refusal. */
export function refusalParts(
  text: string,
  open: readonly NativeStreamPart[],
  params: NativeParams,
  version: SpecificationVersion,
): readonly NativeStreamPart[] {
  const finish = { type: 'finish', ...endOf(params, version) } as NativeStreamPart;
  return [...open.flatMap(closing), ...textBlock(text, REFUSAL_ID), finish];
}

/** Returns the parts that close open blocks and end a stream with an error. */
export function errorParts(
  error: unknown,
  open: readonly NativeStreamPart[],
): readonly NativeStreamPart[] {
  return [...open.flatMap(closing), { type: 'error', error }];
}

/** The first part of a stream, without warnings. */
export const STREAM_START: NativeStreamPart = { type: 'stream-start', warnings: [] };

/** The end's empty metadata replaces that of the start, which would lead the provider to the whole text it stored. */
function closing(delta: NativeStreamPart): readonly NativeStreamPart[] {
  if (!delta.type.endsWith('-delta') || !('id' in delta)) return [];
  const type = delta.type.replace('-delta', '-end');
  return [{ type, id: delta.id, providerMetadata: {} } as NativeStreamPart];
}
