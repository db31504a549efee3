import type { ModelResponse, Part } from '@interpose/core';
import { makeChunk } from './split-chunk.ts';
import { unparsedTexts } from './streamed-calls.ts';
import type { GenerationChunk } from '../translate/native.ts';
import { partOrigins } from '../translate/origins.ts';
import { finishOf, usageOf } from '../translate/request-from-contract.ts';

type CallPart = Extract<Part, { readonly type: 'tool-call' }>;

/** The chunks for a changed or supplied response: a complete stream. */
export function composeChunks(
  response: ModelResponse,
  original: readonly GenerationChunk[],
  id: string | undefined,
): readonly GenerationChunk[] {
  const whole =
    original.length === 0 ? undefined : original.reduce((all, next) => all.concat(next));
  const beside = original.some(
    ({ message }) => message.additional_kwargs['reasoning_content'] !== undefined,
  );
  const usage = usageOf(response, whole?.message);
  const unparsed = unparsedTexts(whole?.message);
  let calls = 0;
  const parts = response.content.flatMap((part) => {
    const fields =
      part.type === 'tool-call' ? callFields(part, unparsed, calls++) : fieldsOf(part, beside);
    return fields === undefined ? [] : [makeChunk(fields, id, undefined)];
  });
  const finish_reason = finishOf(response);
  const last = {
    content: '',
    response_metadata: { finish_reason },
    ...(usage === undefined ? undefined : { usage_metadata: usage }),
  };
  return [...parts, makeChunk(last, id, { finish_reason })];
}

/** Arguments that were no JSON object go back as they came, unless hooks changed them. */
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
