import type { ModelResponse, Part, Usage } from '@interpose/core';
import { citationsOf, isDict, type Copy } from '@interpose/adapter-kit';
import { messageToContract } from './message-to-contract.ts';
import { answerIn, type NativeMessage, type NativeUsage } from './native.ts';

/** What the model answered; every part remembers its native object. */
export function responseToContract(
  message: NativeMessage,
  generationInfo: Readonly<Record<string, unknown>> | undefined,
  copy: Copy,
  unparsed: (message: NativeMessage) => readonly Part[],
): ModelResponse {
  const usage = usageToContract(answerIn(message).usage_metadata);
  const finishReason = finishWord(message, generationInfo);
  return {
    content: [...messageToContract(message, copy).content, ...unparsed(message)],
    ...citationsOf(annotationsIn(message)),
    ...(finishReason === undefined ? undefined : { finishReason }),
    ...(usage === undefined ? undefined : { usage }),
  };
}

function annotationsIn({ content }: NativeMessage): readonly unknown[] {
  if (!Array.isArray(content)) return [];
  return (content as readonly unknown[]).flatMap((block) => {
    const annotations = isDict(block) ? block['annotations'] : undefined;
    return Array.isArray(annotations) ? (annotations as readonly unknown[]) : [];
  });
}

/** The words of providers, in the contract's. */
const FINISH: Readonly<Record<string, string>> = {
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
  end_turn: 'stop',
  max_tokens: 'length',
};

function finishWord(
  { response_metadata: metadata }: NativeMessage,
  generationInfo: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const word =
    generationInfo?.['finish_reason'] ??
    metadata?.['finish_reason'] ??
    metadata?.['stop_reason'] ??
    metadata?.['finishReason'];
  return typeof word === 'string' ? (FINISH[word.toLowerCase()] ?? word.toLowerCase()) : undefined;
}

function usageToContract(usage: NativeUsage | undefined): Usage | undefined {
  if (usage === undefined) return undefined;
  return { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens };
}
