import type { ModelResponse, Part } from '@interpose/core';
import { changedUsage } from '../answers.ts';
import { dictsOf, isDict, type Body } from '../native.ts';
import { writeAnswer } from './message-from-contract.ts';
import { answerContent } from './message-to-contract.ts';
import { partOrigins } from '../origins.ts';
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

/** Returns the changed choices. Each stays, also without parts, so that callers find the others in their places. */
function eachChoice(changed: ModelResponse, choices: readonly Body[]): readonly Body[] {
  const before = choices.map(({ message }) =>
    isDict(message) ? answerContent(message, (value) => value) : [],
  );
  const stops = changed.finishReason === finishWord(choices[0]);
  const places = placesOf(changed.content, before);
  return choices.map((choice, index) => {
    const parts = changed.content.filter((_, at) => places[at] === index);
    // Hooks changed nothing in this choice.
    if (stops && JSON.stringify(before[index]) === JSON.stringify(parts)) return choice;
    const ended = stops ? { ...changed, finishReason: finishWord(choice) } : changed;
    return writeChoice(ended, parts, choice);
  });
}

/** Returns the choice of each part: by its place if their number is the same, else that of the same part before. */
function placesOf(
  content: readonly Part[],
  before: readonly (readonly Part[])[],
): readonly number[] {
  const old = before.flatMap((parts, choice) => parts.map((part) => ({ choice, part })));
  if (old.length === content.length) return old.map(({ choice }) => choice);
  let [choice, next] = [0, 0];
  return content.map((part) => {
    const found = old.findIndex((each, at) => at >= next && isSame(each.part, part));
    if (found !== -1) [choice, next] = [old[found]!.choice, found + 1];
    return choice;
  });
}

/** Whether a part is this one of before, maybe changed. The calls of two choices may have one id. */
function isSame(old: Part, part: Part): boolean {
  const native = partOrigins.of(part);
  if (native !== undefined) return partOrigins.of(old) === native;
  if (part.type !== 'tool-call') return JSON.stringify(old) === JSON.stringify(part);
  return old.type === 'tool-call' && old.id === part.id;
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
