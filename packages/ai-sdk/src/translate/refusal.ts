import { textBlock } from '../stream/compose.ts';
import { finishReasonOf, usageOf } from './response-from-contract.ts';
import type {
  NativeParams,
  NativeResult,
  NativeStreamPart,
  SpecificationVersion,
} from './native.ts';

const REFUSAL_ID = 'interpose-refusal';

/** How a refusal ends an answer: the AI SDK lets only an interrupted one pass where a tool call is required. */
function endOf({ toolChoice }: NativeParams, version: SpecificationVersion): object {
  const required = toolChoice?.type === 'required' || toolChoice?.type === 'tool';
  // v2 and v3 have no `interrupted`, but their words reach the same check unread.
  const refused = { content: [], finishReason: required ? 'interrupted' : 'content-filter' };
  return {
    finishReason: finishReasonOf(refused, undefined, version),
    usage: usageOf(refused, undefined, version),
  };
}

/** A whole answer that is the refusal. */
export function refusalResult(
  text: string,
  params: NativeParams,
  version: SpecificationVersion,
): NativeResult {
  const result = { content: [{ type: 'text', text }], ...endOf(params, version), warnings: [] };
  // Built for this generation; the union of three result types cannot follow that.
  return result as unknown as NativeResult;
}

/** The stream parts that close what is open and end the answer as the refusal. */
export function refusalParts(
  text: string,
  open: readonly NativeStreamPart[],
  params: NativeParams,
  version: SpecificationVersion,
): readonly NativeStreamPart[] {
  const finish = { type: 'finish', ...endOf(params, version) } as NativeStreamPart;
  return [...open.flatMap(closing), ...textBlock(text, REFUSAL_ID), finish];
}

/** The parts that end a stream with an error. */
export function errorParts(
  error: unknown,
  open: readonly NativeStreamPart[],
): readonly NativeStreamPart[] {
  return [...open.flatMap(closing), { type: 'error', error }];
}

/** A stream's first part; nothing is warned of. */
export const STREAM_START: NativeStreamPart = { type: 'stream-start', warnings: [] };

function closing(delta: NativeStreamPart): readonly NativeStreamPart[] {
  if (!delta.type.endsWith('-delta') || !('id' in delta)) return [];
  return [{ type: delta.type.replace('-delta', '-end'), id: delta.id } as NativeStreamPart];
}
