import { textBlock } from '../stream/compose.ts';
import type {
  NativeFinishReason,
  NativeParams,
  NativeResult,
  NativeStreamPart,
  NativeUsage,
  SpecificationVersion,
} from './native.ts';

const REFUSAL_ID = 'interpose-refusal';

/** How a refusal ends an answer: the AI SDK lets only an interrupted one pass where a tool call is required. */
function refusalReason(params: NativeParams, version: SpecificationVersion): NativeFinishReason {
  const required = params.toolChoice?.type === 'required' || params.toolChoice?.type === 'tool';
  const word = required ? 'interrupted' : 'content-filter';
  const reason = version === 'v2' ? word : { unified: word, raw: undefined };
  // v2 and v3 have no `interrupted`, but their words reach the same check unread.
  return reason as NativeFinishReason;
}

/** A whole answer that is the refusal. */
export function refusalResult(
  text: string,
  params: NativeParams,
  version: SpecificationVersion,
): NativeResult {
  const result = {
    content: [{ type: 'text', text }],
    finishReason: refusalReason(params, version),
    usage: noUsage(version),
    warnings: [],
  };
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
  const finish = {
    type: 'finish',
    finishReason: refusalReason(params, version),
    usage: noUsage(version),
  } as NativeStreamPart;
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
  switch (delta.type) {
    case 'text-delta':
      return [{ type: 'text-end', id: delta.id }];
    case 'reasoning-delta':
      return [{ type: 'reasoning-end', id: delta.id }];
    case 'tool-input-delta':
      return [{ type: 'tool-input-end', id: delta.id }];
    default:
      return [];
  }
}

function noUsage(version: SpecificationVersion): NativeUsage {
  if (version === 'v2')
    return { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined };
  return {
    inputTokens: {
      total: undefined,
      noCache: undefined,
      cacheRead: undefined,
      cacheWrite: undefined,
    },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  };
}
