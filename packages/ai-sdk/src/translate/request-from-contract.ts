import type { Dict, ModelRequest, ModelResponse, ToolSpec } from '@interpose/core';
import { contentFromContract } from './content-from-contract.ts';
import type {
  NativeContent,
  NativeFinishReason,
  NativeMessage,
  NativeParams,
  NativeResult,
  NativeTool,
  NativeUsage,
  SpecificationVersion,
} from './native.ts';
import { toolOrigins } from './origins.ts';
import { messageFromContract } from './message-from-contract.ts';
import { finishWord, leadingSystemMessages, usageToContract } from './request-to-contract.ts';

/** The parameters for a request that hooks changed; whatever they left alone is the native object itself. */
export function requestFromContract(
  changed: ModelRequest,
  original: ModelRequest,
  params: NativeParams,
  version: SpecificationVersion,
): NativeParams {
  const next: Record<string, unknown> = {
    ...params,
    ...changedSettings(changed, original, params),
  };
  next['prompt'] = promptOf(changed, original, params, version);
  if (changed.tools !== original.tools) next['tools'] = toolsOf(changed.tools, params);
  // The three generations differ in what a part may be, never in which parameters there are.
  return next as unknown as NativeParams;
}

function promptOf(
  changed: ModelRequest,
  original: ModelRequest,
  params: NativeParams,
  version: SpecificationVersion,
): readonly NativeMessage[] {
  const prompt: readonly NativeMessage[] = params.prompt;
  const system = leadingSystemMessages(prompt);
  const head =
    changed.instructions === original.instructions
      ? prompt.slice(0, system)
      : instructionMessages(changed.instructions, prompt[0]);
  if (changed.messages === original.messages) return [...head, ...prompt.slice(system)];
  const body = changed.messages.map((message, index) =>
    messageFromContract(message, prompt[system + index], version),
  );
  return [...head, ...body];
}

function instructionMessages(
  instructions: string | undefined,
  replaced: NativeMessage | undefined,
): readonly NativeMessage[] {
  if (instructions === undefined || instructions === '') return [];
  const options =
    replaced?.role === 'system' && replaced.providerOptions !== undefined
      ? { providerOptions: replaced.providerOptions }
      : undefined;
  return [{ role: 'system', content: instructions, ...options }];
}

function toolsOf(specs: readonly ToolSpec[] | undefined, params: NativeParams): unknown {
  const tools: readonly NativeTool[] = params.tools ?? [];
  return specs?.map((spec) => {
    const native = toolOrigins.of(spec);
    if (native !== undefined) return native;
    const like = tools.find((tool) => tool.name === spec.name);
    if (like !== undefined && like.type !== 'function') return like;
    return {
      ...like,
      type: 'function',
      name: spec.name,
      ...(spec.description === undefined ? undefined : { description: spec.description }),
      inputSchema: spec.inputSchema ?? (like?.inputSchema as unknown) ?? { type: 'object' },
    };
  });
}

function changedSettings(
  changed: ModelRequest,
  original: ModelRequest,
  params: NativeParams,
): Dict {
  if (changed.settings === original.settings) return {};
  const before = original.settings ?? {};
  const after = changed.settings ?? {};
  const kept = params as unknown as Dict; // parameters are read here by names that settings gave
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].map((name) => [name, after[name] === before[name] ? kept[name] : after[name]]),
  );
}

/** The answer for a response that hooks changed or supplied; `native` is what it replaces. */
export function responseFromContract(
  changed: ModelResponse,
  native: NativeResult | undefined,
  version: SpecificationVersion,
): NativeResult {
  const original: readonly NativeContent[] = native?.content ?? [];
  const result = {
    ...native,
    content: changed.content.map((part, index) =>
      contentFromContract(part, index, original, version),
    ),
    finishReason: finishReasonOf(changed, native?.finishReason, version),
    usage: usageOf(changed, native?.usage, version),
    warnings: native?.warnings ?? [],
  };
  // Each field was made for this generation; the union of three result types cannot follow that.
  return result as unknown as NativeResult;
}

/** Why the model stopped, in the words of this generation. */
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

/** Tokens spent, in the shape of this generation. */
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

function sum(first: number | undefined, second: number | undefined): number | undefined {
  return first === undefined && second === undefined ? undefined : (first ?? 0) + (second ?? 0);
}
