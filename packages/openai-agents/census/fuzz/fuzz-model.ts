import type { FuzzAnswer, FuzzApp } from '@interpose/testing/fuzz';
import type { Model, ModelRequest, ModelResponse } from '@openai/agents-core';

import type { Sdk } from '../../test/sdk-versions.ts';

type Item = ModelResponse['output'][number];

/** The model in memory that answers what the program says. */
export function fuzzModel({ Usage }: Sdk, { answer }: FuzzApp): Model {
  return {
    async getResponse(request: ModelRequest) {
      const given = await answer(told(request), request.signal);
      if (given.end !== 'whole') throw new Error(given.problem);
      return { usage: new Usage(), output: itemsOf(given), responseId: 'resp_fuzz' };
    },
    async *getStreamedResponse(request: ModelRequest) {
      const given = await answer(told(request), request.signal);
      if (given.end === 'failure') throw new Error(given.problem);
      yield { type: 'response_started' };
      for (const delta of given.text) {
        yield { type: 'output_text_delta', delta };
        yield { type: 'model', event: { type: 'response.output_text.delta', delta } };
      }
      if (given.end === 'cut') throw new Error(given.problem);
      const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
      const response = { id: 'resp_fuzz', usage, output: itemsOf(given) as never };
      yield { type: 'response_done', response };
    },
  };
}

/** What the model is told, without what is no value. */
function told({ input, tools, systemInstructions }: ModelRequest): object {
  return { input, tools: tools.map(({ name }) => name), systemInstructions };
}

function itemsOf({ thought, text, calls }: FuzzAnswer): Item[] {
  return [
    ...(thought.length === 0 ? [] : [thoughtOf(thought.join(''))]),
    ...(text.length === 0 ? [] : [saidOf(text.join(''))]),
    ...calls.map(({ id, name, input }): Item => ({
      type: 'function_call',
      callId: id,
      name,
      arguments: input,
      status: 'completed',
    })),
  ];
}

function thoughtOf(text: string): Item {
  return { type: 'reasoning', content: [{ type: 'input_text', text }] };
}

function saidOf(text: string): Item {
  const content = [{ type: 'output_text' as const, text }];
  return { type: 'message', role: 'assistant', status: 'completed', content };
}
