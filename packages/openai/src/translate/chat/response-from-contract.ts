import type { ModelResponse, Part } from '@interpose/core';
import { changedUsage } from '../answers.ts';
import { dictsOf, isDict, type Body } from '../native.ts';
import { writeAnswer } from './message-from-contract.ts';
import { answerContent } from './message-to-contract.ts';
import { frameOf, syntheticFrame } from './refusal.ts';
import { finishWord } from './response-to-contract.ts';

/** Returns the answer for a response that hooks changed or supplied; `native` is the answer that it replaces. */
export function responseFromContract(
  changed: ModelResponse,
  native: Body | undefined,
  body: Body,
): Body {
  const choices = dictsOf(native?.['choices']);
  const written =
    choices.length > 0
      ? eachChoice(changed, choices)
      : [writeChoice(changed, changed.content, undefined)];
  return {
    ...(native === undefined ? syntheticFrame('chat.completion', body) : frameOf(native)),
    choices: written,
    ...usageOf(changed, native),
  };
}

/** Returns the changed choices. Parts stay in their choice if their number is the same; else all go to the first. */
function eachChoice(changed: ModelResponse, choices: readonly Body[]): readonly Body[] {
  const before = choices.map(({ message }) =>
    isDict(message) ? answerContent(message, (value) => value) : [],
  );
  if (before.flat().length !== changed.content.length)
    return [writeChoice(changed, changed.content, choices[0])];
  const stops = changed.finishReason === finishWord(choices[0]);
  const left = [...changed.content];
  return choices.map((choice, index) => {
    const parts = left.splice(0, before[index]!.length);
    // Hooks changed nothing in this choice.
    if (stops && JSON.stringify(before[index]) === JSON.stringify(parts)) return choice;
    const ended = stops ? { ...changed, finishReason: finishWord(choice) } : changed;
    return writeChoice(ended, parts, choice);
  });
}

function writeChoice(changed: ModelResponse, parts: readonly Part[], like: Body | undefined): Body {
  const message = isDict(like?.['message']) ? like['message'] : undefined;
  return {
    index: like?.['index'] ?? 0,
    message: writeAnswer(parts, message ?? { refusal: null }),
    // They would spell the original answer.
    logprobs: null,
    finish_reason: finishReasonOf(changed, parts, like),
  };
}

/** Returns the token counts: those that hooks changed, or the service's own if there are any. */
export function usageOf(changed: ModelResponse, native: Body | undefined): Body {
  const spent = changedUsage(changed, native);
  if (spent === undefined) return native?.['usage'] === undefined ? {} : { usage: native['usage'] };
  const { input, output, total } = spent;
  return { usage: { prompt_tokens: input, completion_tokens: output, total_tokens: total } };
}

const FINISH_REASONS: Readonly<Record<string, string>> = {
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
};

/** Returns the API's word for why the model stopped. */
export function finishReasonOf(
  changed: ModelResponse,
  parts: readonly Part[],
  like: Body | undefined,
): unknown {
  const calls = parts.some(({ type }) => type === 'tool-call');
  const word = changed.finishReason ?? (calls ? 'tool-calls' : 'stop');
  if (word === 'tool-calls' && !calls) return 'stop';
  if (like !== undefined && finishWord(like) === word) return like['finish_reason'] ?? 'stop';
  return FINISH_REASONS[word] ?? word;
}
