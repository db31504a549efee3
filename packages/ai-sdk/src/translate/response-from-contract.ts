import { omitUndefined, sameItems } from '@interpose/adapter-kit';
import type { ModelResponse } from '@interpose/core';
import { contentFromContract } from './content-from-contract.ts';
import { withoutGone } from './message-from-contract.ts';
import type {
  NativeContent,
  NativeFinishReason,
  NativeResult,
  NativeUsage,
  SpecificationVersion,
} from './native.ts';
import { finishWord, usageToContract } from './response-to-contract.ts';

/**
 * Returns the answer for a response that hooks changed or supplied; `native` is the answer it replaces. Other fields
 * that may repeat replaced content are dropped: the body, provider metadata, warnings and unknown fields. These
 * stay if hooks changed neither the content nor the metadata.
 */
export function responseFromContract(
  changed: ModelResponse,
  native: NativeResult | undefined,
  version: SpecificationVersion,
): NativeResult {
  const original: readonly NativeContent[] = native?.content ?? [];
  const parts = changed.content.map((part, index) =>
    contentFromContract(part, index, original, version),
  );
  const content = withoutGone(parts, original);
  const transport = transportOf(native);
  const beside = saidBesideContent(native, changed, sameItems(content, original), transport);
  const usage = usageOf(changed, native?.usage, version);
  const result = {
    warnings: [],
    ...beside,
    content,
    finishReason: finishReasonOf(changed, native?.finishReason, version),
    usage: beside === native ? usage : withoutRaw(usage),
  };
  // Each field was made for this generation; the union of three result types cannot follow that.
  return result as unknown as NativeResult;
}

/**
 * Returns what an answer, or the end of a stream, says beside its content: everything if hooks left the content and the
 * metadata alone, else only `transport`, and the metadata if that is what hooks changed.
 */
export function saidBesideContent(
  native: { readonly providerMetadata?: unknown } | undefined,
  { metadata }: ModelResponse,
  isContentKept: boolean,
  transport: object,
): object {
  if (JSON.stringify(metadata) === JSON.stringify(native?.providerMetadata))
    return isContentKept && native !== undefined ? native : transport;
  return metadata === undefined ? transport : { ...transport, providerMetadata: metadata };
}

/** Returns the fields of an answer about its transport, and none about its content. */
function transportOf({ request, response }: Partial<NativeResult> = {}): object {
  const { id, timestamp, modelId, headers } = response ?? {};
  return omitUndefined({
    request,
    response: response && omitUndefined({ id, timestamp, modelId, headers }),
  });
}

/** Returns the finish reason in the form of this generation. */
export function finishReasonOf(
  response: ModelResponse,
  native: NativeFinishReason | undefined,
  version: SpecificationVersion,
): NativeFinishReason {
  const calls = response.content.some((part) => part.type === 'tool-call');
  const word = response.finishReason ?? (calls ? 'tool-calls' : 'stop');
  if (native !== undefined && finishWord(native) === word) return native;
  const reason = version === 'v2' ? word : { unified: word, raw: undefined };
  return reason as NativeFinishReason;
}

/** Returns the token counts in the form of this generation. */
export function usageOf(
  response: ModelResponse,
  native: NativeUsage | undefined,
  version: SpecificationVersion,
): NativeUsage {
  const { inputTokens, outputTokens } = response.usage ?? {};
  const before = usageToContract(native);
  const same = before?.inputTokens === inputTokens && before?.outputTokens === outputTokens;
  if (native !== undefined && same) return native;
  if (version === 'v2')
    return { inputTokens, outputTokens, totalTokens: sum(inputTokens, outputTokens) };
  return {
    inputTokens: {
      total: inputTokens,
      noCache: undefined,
      cacheRead: undefined,
      cacheWrite: undefined,
    },
    outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
  };
}

/** Returns the end of an answer in the form of this generation: v2 has another finish reason and other token counts. */
export function endOfGeneration<End extends Pick<NativeResult, 'finishReason' | 'usage'>>(
  ended: End,
  version: SpecificationVersion,
): End {
  if ((typeof ended.finishReason === 'string') === (version === 'v2')) return ended;
  const end = { content: [], finishReason: finishWord(ended.finishReason) };
  const usage = usageToContract(ended.usage);
  return {
    ...ended,
    finishReason: finishReasonOf(end, undefined, version),
    usage: usageOf({ ...end, ...(usage && { usage }) }, undefined, version),
  };
}

/** Returns the counts without the provider's raw data, which may hold anything. */
export function withoutRaw(usage: NativeUsage): NativeUsage {
  if (!('raw' in usage)) return usage;
  const { raw: _raw, ...counted } = usage;
  return counted;
}

function sum(first: number | undefined, second: number | undefined): number | undefined {
  return first === undefined && second === undefined ? undefined : (first ?? 0) + (second ?? 0);
}
