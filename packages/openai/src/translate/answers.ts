import { citationsOf } from '@interpose/adapter-kit';
import type { ModelResponse, Part, Usage } from '@interpose/core';
import { isDict, type Body } from './native.ts';

/** An answer as hooks see it: where it is from, and the tokens spent on it, in the words of either interface. */
export function answerOf(
  content: readonly Part[],
  annotations: readonly Body[],
  finishReason: string,
  spent: unknown,
): ModelResponse {
  const usage = usageToContract(spent);
  return {
    content,
    ...citationsOf(annotations),
    finishReason,
    ...(usage === undefined ? undefined : { usage }),
  };
}

function usageToContract(usage: unknown): Usage | undefined {
  if (!isDict(usage)) return undefined;
  const inputTokens = usage['prompt_tokens'] ?? usage['input_tokens'];
  const outputTokens = usage['completion_tokens'] ?? usage['output_tokens'];
  return {
    ...(typeof inputTokens === 'number' ? { inputTokens } : undefined),
    ...(typeof outputTokens === 'number' ? { outputTokens } : undefined),
  };
}

/** Tokens spent as a hook left them; undefined where they are what the service counted, or nobody counted. */
export function changedUsage(
  { usage }: ModelResponse,
  native: Body | undefined,
): { readonly input: number; readonly output: number; readonly total: number } | undefined {
  const before = usageToContract(native?.['usage']);
  const { inputTokens: input = 0, outputTokens: output = 0 } = usage ?? {};
  const same =
    before?.inputTokens === usage?.inputTokens && before?.outputTokens === usage?.outputTokens;
  return usage === undefined || same ? undefined : { input, output, total: input + output };
}
