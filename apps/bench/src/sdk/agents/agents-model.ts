import { Usage, type Model, type ModelRequest, type ModelResponse } from '@openai/agents-core';

/** A model in memory for the OpenAI Agents SDK that asks for one tool call and then answers. */
export function agentsModel(): Model {
  return {
    getResponse: (request) => Promise.resolve(hasToolResult(request) ? answer() : toolCall()),
    getStreamedResponse: () => {
      throw new Error('[bench_not_streamed] this model only answers whole; use streamModel');
    },
  };
}

function hasToolResult({ input }: ModelRequest): boolean {
  return typeof input !== 'string' && input.at(-1)?.type === 'function_call_result';
}

function toolCall(): ModelResponse {
  return {
    usage: new Usage(),
    output: [
      {
        type: 'function_call',
        callId: 'call-1',
        name: 'weather',
        arguments: '{"city":"Lisbon"}',
        status: 'completed',
      },
    ],
  };
}

function answer(): ModelResponse {
  return {
    usage: new Usage(),
    output: [
      {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'It is sunny in Lisbon.' }],
      },
    ],
  };
}
