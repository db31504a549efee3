import { citationsOf } from '@interpose/adapter-kit';
import type { ModelResponse, Part, Usage } from '@interpose/core';
import { isDict, type Body } from './native.ts';

/** Returns an answer as hooks see it, with its citations and its token counts; reads the usage of either interface. */
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

/** Returns the token counts if a hook changed them; undefined if they are the service's own, or there are none. */
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
