import { Agent, Runner, type Model, type StreamEvent } from '@openai/agents-core';
import { withHooks } from '@interpose/openai-agents';

import { paced } from './paced.ts';
import type { StreamPlan, StreamSubject } from './stream-subject.ts';

/** An agent of the OpenAI Agents SDK, streaming the text of its answer. */
export const agentsStream: StreamSubject = {
  sdk: 'OpenAI Agents',
  prepare(plan) {
    const own = new Agent({ name: 'stream', model: streamingModel(plan) });
    const agent = plan.hooks === undefined ? own : withHooks(own, plan.hooks);
    const runner = new Runner({ tracingDisabled: true });
    return async () => (await runner.run(agent, 'Go on.', { stream: true })).toTextStream();
  },
};

function streamingModel({ chunks, everyMs }: StreamPlan): Model {
  const events = eventsOf(chunks);
  return {
    getResponse: () => {
      throw new Error('[bench_not_generated] this model only streams; use agentsModel');
    },
    getStreamedResponse: () => paced(events, everyMs),
  };
}

function eventsOf(chunks: number): readonly StreamEvent[] {
  const deltas = Array.from({ length: chunks }, (_, index) => `word${index % 10} `);
  const content = [{ type: 'output_text' as const, text: deltas.join('') }];
  const output = [
    { type: 'message' as const, role: 'assistant' as const, status: 'completed' as const, content },
  ];
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  return [
    { type: 'response_started' },
    ...deltas.map((delta): StreamEvent => ({ type: 'output_text_delta', delta })),
    { type: 'response_done', response: { id: 'answer', usage, output } },
  ];
}
