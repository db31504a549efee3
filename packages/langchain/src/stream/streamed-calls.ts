import type { ModelResponse, Part } from '@interpose/core';
import { answerIn, isDict, type NativeMessage } from '../translate/native.ts';

type Args = Readonly<Record<string, unknown>>;

/** Arguments as a model wrote them; undefined where they are no JSON object. */
export function parseObject(text: string): Args | undefined {
  try {
    const parsed: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return isDict(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The calls of a streamed answer whose arguments are no JSON object, with what the model wrote, by id. */
export function unparsedTexts(message: NativeMessage | undefined): ReadonlyMap<string, string> {
  const { tool_call_chunks: chunks = [] } = answerIn(message);
  return new Map(
    chunks.flatMap(({ id = '', args = '' }) =>
      parseObject(args) === undefined ? [[id, args] as const] : [],
    ),
  );
}

/** LangChain guesses the arguments of some streamed calls and drops others: here all stand as they were written. */
export function withEveryCall(response: ModelResponse, message: NativeMessage): ModelResponse {
  if (unparsedTexts(message).size === 0) return response;
  const { tool_call_chunks: chunks = [] } = answerIn(message);
  const read = response.content.filter((part) => part.type === 'tool-call');
  const calls = chunks.map(({ id = '', name = '', args = '' }): Part => {
    const parsed = parseObject(args);
    const known = parsed && read.find((part) => part.id === id && part.name === name);
    return known ?? { type: 'tool-call', id, name, args: parsed ?? { input: args } };
  });
  const beside = response.content.filter((part) => part.type !== 'tool-call');
  return { ...response, content: [...beside, ...calls] };
}
