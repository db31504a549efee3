import type { Dict, ModelResponse, Part } from '@interpose/core';
import { isDict, omitUndefined, parseJson } from '@interpose/adapter-kit';
import { makeChunk } from './split-chunk.ts';
import { StreamedCalls, type StreamedCall } from './streamed-calls.ts';
import { answerIn, type GenerationChunk, type NativeMessage } from '../translate/native.ts';
import { takeOutputs } from '../translate/content/provider-outputs.ts';
import { partOrigins } from '../translate/origins.ts';
import { finishOf, usageOf } from '../translate/response-from-contract.ts';

type CallPart = Extract<Part, { readonly type: 'tool-call' }>;

/** Returns the chunks for a response that hooks changed or supplied: a complete stream. */
export function composeChunks(
  response: ModelResponse,
  original: readonly GenerationChunk[],
  id: string | undefined,
): readonly GenerationChunk[] {
  const whole = sumOf(original);
  const beside = original.some(
    ({ message }) => message.additional_kwargs['reasoning_content'] !== undefined,
  );
  const usage = usageOf(response, whole?.message);
  const unparsed = unparsedTexts(writtenCalls(whole?.message));
  let calls = 0;
  const { said, beside: outputs } = takeOutputs(response.content, whole?.message);
  const parts = said.flatMap((part) => {
    const fields =
      part.type === 'tool-call' ? callFields(part, unparsed, calls++) : fieldsOf(part, beside);
    return fields === undefined ? [] : [makeChunk(fields, id, undefined)];
  });
  const finish_reason = finishOf(response);
  const last = {
    content: '',
    response_metadata: { finish_reason },
    ...omitUndefined({ usage_metadata: usage, additional_kwargs: outputs }),
  };
  return [...parts, makeChunk(last, id, { finish_reason })];
}

/** Returns the answer that these chunks add up to; `undefined` for no chunks. */
export function sumOf(chunks: readonly GenerationChunk[]): GenerationChunk | undefined {
  return chunks.length === 0 ? undefined : chunks.reduce((all, next) => all.concat(next));
}

/** Returns the fields of a call. Arguments that were not a JSON object go back as written, if hooks kept them. */
function callFields(
  { id, name, args }: CallPart,
  unparsed: ReadonlyMap<string, string>,
  index: number,
): object {
  const text = unparsed.get(id);
  const isUntouched =
    text !== undefined && args['input'] === text && Object.keys(args).length === 1;
  const call = { id, name, args: isUntouched ? text : JSON.stringify(args), index };
  return { content: '', tool_call_chunks: [{ type: 'tool_call_chunk', ...call }] };
}

function fieldsOf(part: Exclude<Part, CallPart>, beside: boolean): object | undefined {
  switch (part.type) {
    case 'text':
      return part.text === '' ? undefined : { content: part.text };
    case 'reasoning':
      return beside
        ? { content: '', additional_kwargs: { reasoning_content: part.text } }
        : { content: [{ type: 'reasoning', reasoning: part.text }] };
    default: {
      const native = partOrigins.of(part);
      return native === undefined ? undefined : { content: [native] };
    }
  }
}

/** Parses the arguments that a model wrote; `undefined` if they are not a JSON object. */
export function parseObject(text: string): Dict | undefined {
  const parsed = parseJson(text.trim() === '' ? '{}' : text);
  return isDict(parsed) ? parsed : undefined;
}

/** Returns the calls of a streamed answer, as the model wrote them. */
function writtenCalls(message: NativeMessage | undefined): readonly StreamedCall[] {
  const calls = new StreamedCalls();
  for (const piece of answerIn(message).tool_call_chunks ?? []) calls.add(piece);
  return calls.all;
}

/** Returns the arguments that are not a JSON object, as the model wrote them, by call id. */
function unparsedTexts(calls: readonly StreamedCall[]): ReadonlyMap<string, string> {
  const unparsed = calls.filter(({ args }) => parseObject(args) === undefined);
  return new Map(unparsed.map(({ id, args }) => [id, args]));
}

/** Returns the response with each call as the model wrote it. LangChain guesses some arguments and drops others. */
export function withEveryCall(response: ModelResponse, message: NativeMessage): ModelResponse {
  const written = writtenCalls(message);
  if (unparsedTexts(written).size === 0) return response;
  const read = response.content.filter((part) => part.type === 'tool-call');
  const calls = written.map(({ id, name, args }): Part => {
    const parsed = parseObject(args);
    const known = parsed && read.find((part) => part.id === id && part.name === name);
    return known ?? { type: 'tool-call', id, name, args: parsed ?? { input: args } };
  });
  const beside = response.content.filter((part) => part.type !== 'tool-call');
  return { ...response, content: [...beside, ...calls] };
}
