import type { Copy } from '@interpose/adapter-kit';
import type { Dict, ModelResponse, Usage } from '@interpose/core';
import { citationsOf } from './citations.ts';
import { contentToContract } from './content-to-contract.ts';
import type { NativeFinishReason, NativeResult, NativeUsage } from './native.ts';

/** What the model answered, frozen where it is made; every part remembers its native object. */
export function responseToContract(result: NativeResult, copy: Copy): ModelResponse {
  const usage = usageToContract(result.usage);
  return Object.freeze({
    content: Object.freeze(result.content.map((part) => contentToContract(part, copy))),
    ...citationsOf(result.content),
    finishReason: finishWord(result.finishReason),
    ...(usage === undefined ? undefined : { usage }),
    ...(result.providerMetadata === undefined
      ? undefined
      : { metadata: copy<Dict>(result.providerMetadata) }),
  });
}

/** The one word for why a model stopped. */
export function finishWord(reason: NativeFinishReason): string {
  return typeof reason === 'string' ? reason : reason.unified;
}

/** Tokens in and out, frozen; undefined where the provider told neither. */
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
