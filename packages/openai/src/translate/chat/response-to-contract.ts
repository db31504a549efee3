import { citationsOf } from '@interpose/adapter-kit';
import type { ModelResponse } from '@interpose/core';
import { dictsOf, isDict, textOf, type Body, type Copy } from '../native.ts';
import { usageToContract } from '../usage.ts';
import { answerContent } from './message-to-contract.ts';

/** What the model answered, from a `chat.completion`; the parts of every choice in order. */
export function responseToContract(completion: Body, copy: Copy): ModelResponse {
  const choices = dictsOf(completion['choices']);
  const content = choices.flatMap(({ message }) =>
    isDict(message) ? answerContent(message, copy) : [],
  );
  const usage = usageToContract(completion['usage']);
  return {
    content,
    ...citationsOf(
      choices.flatMap(({ message }) => (isDict(message) ? dictsOf(message['annotations']) : [])),
    ),
    finishReason: finishWord(choices[0]),
    ...(usage === undefined ? undefined : { usage }),
  };
}

const FINISH_WORDS: Readonly<Record<string, string>> = {
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
};

/** The contract's word for why a model stopped; a refusal of the model itself is one too. */
export function finishWord(choice: Body | undefined): string {
  const message = choice?.['message'];
  if (isDict(message) && textOf(message['refusal'])) return 'content-filter';
  const reason = textOf(choice?.['finish_reason']) ?? 'stop';
  return FINISH_WORDS[reason] ?? reason;
}
