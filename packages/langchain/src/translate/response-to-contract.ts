import type { ModelResponse, Part } from '@interpose/core';
import { citationsOf, isDict, omitUndefined, type Copy } from '@interpose/adapter-kit';
import { messageToContract } from './message-to-contract.ts';
import { answerIn, listIn, type NativeMessage } from './native.ts';

/** Returns the model's answer in the contract's form. Every part remembers its native object. */
export function responseToContract(
  message: NativeMessage,
  generationInfo: Readonly<Record<string, unknown>> | undefined,
  copy: Copy,
  unparsed: (message: NativeMessage) => readonly Part[],
): ModelResponse {
  const usage = answerIn(message).usage_metadata;
  return {
    content: [...messageToContract(message, copy).content, ...unparsed(message)],
    ...citationsOf(annotationsIn(message)),
    ...omitUndefined({
      finishReason: finishWord(message, generationInfo),
      usage: usage && { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
    }),
  };
}

function annotationsIn({ content }: NativeMessage): readonly unknown[] {
  return listIn(content).flatMap((block) =>
    listIn(isDict(block) ? block['annotations'] : undefined),
  );
}

/** The finish reasons of providers, in the contract's words. */
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
