import { withHooks } from '@interpose/ai-sdk';
import * as ai from 'ai';

import { USAGE, type Model } from '../tool-loop-model.ts';
import { ANSWER, cityAt, QUESTION, weatherIn, type LongRun, type LongRunPlan } from './long-run.ts';

/** `generateText` and `streamText` of the AI SDK with one tool, for as many steps as wanted. */
export const aiSdkRun: LongRun = {
  sdk: 'AI SDK',
  prepare(plan) {
    const { generateText, streamText } = plan.hooks === undefined ? ai : withHooks(ai, plan.hooks);
    const tools = { weather: weather() };
    const stopWhen = ai.isStepCount(plan.steps + 1);
    return async () => {
      const call = { model: countingModel(plan), tools, stopWhen, prompt: QUESTION };
      if (!plan.streamed) return generateText(call);
      const result = streamText(call);
      for await (const _ of result.textStream);
      return result;
    };
  },
};

function weather() {
  return ai.tool({
    description: 'The weather in a city',
    inputSchema: ai.jsonSchema<{ city: string }>({
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    }),
    execute: ({ city }) => weatherIn(city),
  });
}

type Generated = Awaited<ReturnType<Model['doGenerate']>>;

function countingModel({ steps, onModelCall }: LongRunPlan): Model {
  let step = 0;
  const next = (): Generated => {
    onModelCall();
    return step++ < steps ? toolCall(step) : answer();
  };
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'long-run',
    supportedUrls: {},
    doGenerate: () => Promise.resolve(next()),
    doStream: () => Promise.resolve({ stream: streamOf(next()) }),
  };
}

function toolCall(step: number): Generated {
  const input = JSON.stringify({ city: cityAt(step) });
  return {
    content: [{ type: 'tool-call', toolCallId: `call-${step}`, toolName: 'weather', input }],
    finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
    usage: USAGE,
    warnings: [],
  };
}

function answer(): Generated {
  return {
    content: [{ type: 'text', text: ANSWER }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: USAGE,
    warnings: [],
  };
}

type Stream = Awaited<ReturnType<Model['doStream']>>['stream'];

function streamOf({ content, finishReason, usage }: Generated): Stream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      for (const part of content)
        if (part.type === 'text') {
          controller.enqueue({ type: 'text-start', id: '0' });
          controller.enqueue({ type: 'text-delta', id: '0', delta: part.text });
          controller.enqueue({ type: 'text-end', id: '0' });
        } else if (part.type === 'tool-call') controller.enqueue(part);
      controller.enqueue({ type: 'finish', finishReason, usage });
      controller.close();
    },
  });
}
