import {
  Agent,
  Runner,
  tool,
  Usage,
  type Model,
  type ModelResponse,
  type StreamEvent,
} from '@openai/agents-core';
import { withHooks } from '@interpose/openai-agents';

import { ANSWER, cityAt, QUESTION, weatherIn, type LongRun, type LongRunPlan } from './long-run.ts';

/** An agent of the OpenAI Agents SDK with one tool, for as many turns as wanted. */
export const agentsRun: LongRun = {
  sdk: 'OpenAI Agents',
  prepare(plan) {
    const runner = new Runner({ tracingDisabled: true });
    const maxTurns = plan.steps + 1;
    return async () => {
      const own = new Agent({ name: 'long', model: countingModel(plan), tools: [weather()] });
      const agent = plan.hooks === undefined ? own : withHooks(own, plan.hooks);
      if (!plan.streamed) return runner.run(agent, QUESTION, { maxTurns });
      const result = await runner.run(agent, QUESTION, { maxTurns, stream: true });
      for await (const _ of result.toTextStream());
      await result.completed;
      return result;
    };
  },
};

function weather() {
  return tool({
    name: 'weather',
    description: 'The weather in a city',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: true,
    },
    strict: false,
    execute: (input) => weatherIn((input as { city: string }).city),
  });
}

function countingModel({ steps, onModelCall }: LongRunPlan): Model {
  let step = 0;
  const next = (): ModelResponse['output'] => {
    onModelCall();
    return step++ < steps ? toolCall(step) : answer();
  };
  return {
    getResponse: () => Promise.resolve({ usage: new Usage(), output: next() }),
    getStreamedResponse: () => eventsOf(next()),
  };
}

function toolCall(step: number): ModelResponse['output'] {
  return [
    {
      type: 'function_call',
      callId: `call-${step}`,
      name: 'weather',
      arguments: JSON.stringify({ city: cityAt(step) }),
      status: 'completed',
    },
  ];
}

function answer(): ModelResponse['output'] {
  return [
    {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: ANSWER }],
    },
  ];
}

async function* eventsOf(output: ModelResponse['output']): AsyncGenerator<StreamEvent> {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  yield { type: 'response_started' };
  for (const item of output)
    if (item.type === 'message') yield { type: 'output_text_delta', delta: ANSWER };
  yield { type: 'response_done', response: { id: 'answer', usage, output } } as StreamEvent;
}
