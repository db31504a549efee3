import type { ModelResponse } from '@interpose/core';
import { answerOf } from '../answers.ts';
import { dictsOf, isDict, textOf, type Body, type Copy } from '../native.ts';
import { answerContent } from './message-to-contract.ts';

/** Returns the answer of a `chat.completion` as hooks see it, with the parts of every choice in order. */
export function responseToContract(completion: Body, copy: Copy): ModelResponse {
  const choices = dictsOf(completion['choices']);
  return answerOf(
    choices.flatMap(({ message }) => (isDict(message) ? answerContent(message, copy) : [])),
    choices.flatMap(({ message }) => (isDict(message) ? dictsOf(message['annotations']) : [])),
    finishWord(choices[0]),
    completion['usage'],
  );
}

const FINISH_WORDS: Readonly<Record<string, string>> = {
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
};

/** Returns the contract's word for why a model stopped; if the model itself refused, it is `content-filter`. */
export function finishWord(choice: Body | undefined): string {
  const message = choice?.['message'];
  if (isDict(message) && textOf(message['refusal'])) return 'content-filter';
  const reason = textOf(choice?.['finish_reason']) ?? 'stop';
  return FINISH_WORDS[reason] ?? reason;
}
