import type { ModelResponse, Usage } from '@interpose/core';
import { isDict, type Body } from './native.ts';

/** Tokens in and out, in the words of either interface. */
export function usageToContract(usage: unknown): Usage | undefined {
  if (!isDict(usage)) return undefined;
  const inputTokens = usage['prompt_tokens'] ?? usage['input_tokens'];
  const outputTokens = usage['completion_tokens'] ?? usage['output_tokens'];
  return {
    ...(typeof inputTokens === 'number' ? { inputTokens } : undefined),
    ...(typeof outputTokens === 'number' ? { outputTokens } : undefined),
  };
}

/** Tokens spent, where somebody told. */
export function usageOf(changed: ModelResponse, native: Body | undefined): Body {
  const before = usageToContract(native?.['usage']);
  const { inputTokens = 0, outputTokens = 0 } = changed.usage ?? {};
  const same =
    before?.inputTokens === changed.usage?.inputTokens &&
    before?.outputTokens === changed.usage?.outputTokens;
  if (changed.usage === undefined || same)
    return native?.['usage'] === undefined ? {} : { usage: native['usage'] };
  return {
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}
