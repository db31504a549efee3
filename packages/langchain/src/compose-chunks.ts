import type { ModelResponse, Part } from '@interpose/core';
import { finishOf, usageOf } from './from-contract.ts';
import type { GenerationChunk } from './native.ts';
import { partOrigins } from './origins.ts';
import { makeChunk } from './split-chunk.ts';

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
  let calls = 0;
  const parts = response.content.flatMap((part) => {
    const fields = fieldsOf(part, beside, part.type === 'tool-call' ? calls++ : 0);
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

function fieldsOf(part: Part, beside: boolean, index: number): object | undefined {
  switch (part.type) {
    case 'text':
      return part.text === '' ? undefined : { content: part.text };
    case 'reasoning':
      return beside
        ? { content: '', additional_kwargs: { reasoning_content: part.text } }
        : { content: [{ type: 'reasoning', reasoning: part.text }] };
    case 'tool-call': {
      const call = { id: part.id, name: part.name, args: JSON.stringify(part.args), index };
      return { content: '', tool_call_chunks: [{ type: 'tool_call_chunk', ...call }] };
    }
    default: {
      const native = partOrigins.of(part);
      return native === undefined ? undefined : { content: [native] };
    }
  }
}
