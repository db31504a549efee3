import type { Copy } from '@interpose/adapter-kit';
import type { Dict, ModelResponse, Part, Usage } from '@interpose/core';
import { citationsOf } from './citations.ts';
import { contentToContract } from './content-to-contract.ts';
import type { NativeFinishReason, NativeResult, NativeUsage } from './native.ts';

/** Returns the model's answer as hooks see it; new objects in it are frozen, and parts remember the native ones. */
export function responseToContract(result: NativeResult, copy: Copy): ModelResponse {
  const content = Object.freeze(result.content.map((part) => contentToContract(part, copy)));
  return Object.freeze(answerOf(content, result.content, result, copy));
}

type Changing<T> = { -readonly [Key in keyof T]: T[Key] };

/** Returns an answer with this content and the sources among `parts`; `ended` tells how it ended, if it did. */
export function answerOf(
  content: readonly Part[],
  parts: readonly object[],
  ended: Pick<NativeResult, 'finishReason' | 'usage' | 'providerMetadata'> | undefined,
  copy: Copy,
): ModelResponse {
  const answer: Changing<ModelResponse> = { content, ...citationsOf(parts) };
  if (ended === undefined) return answer;
  answer.finishReason = finishWord(ended.finishReason);
  const usage = usageToContract(ended.usage);
  if (usage !== undefined) answer.usage = usage;
  const { providerMetadata } = ended;
  if (providerMetadata !== undefined) answer.metadata = copy<Dict>(providerMetadata);
  return answer;
}

/** Returns the one word for why a model stopped. */
export function finishWord(reason: NativeFinishReason): string {
  return typeof reason === 'string' ? reason : reason.unified;
}

/** Returns input and output tokens, frozen; undefined if the provider told neither. */
export function usageToContract(usage: NativeUsage | undefined): Usage | undefined {
  const inputTokens = total(usage?.inputTokens);
  const outputTokens = total(usage?.outputTokens);
  if (outputTokens === undefined)
    return inputTokens === undefined ? undefined : Object.freeze({ inputTokens });
  return Object.freeze(
    inputTokens === undefined ? { outputTokens } : { inputTokens, outputTokens },
  );
}

function total(
  tokens: number | { readonly total: number | undefined } | undefined,
): number | undefined {
  return typeof tokens === 'object' ? tokens.total : tokens;
}
