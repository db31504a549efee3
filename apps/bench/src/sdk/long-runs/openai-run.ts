import { withHooks } from '@interpose/openai';
import OpenAI from 'openai';

import { ANSWER, cityAt, QUESTION, weatherIn, type LongRun, type LongRunPlan } from './long-run.ts';

/** `runTools` of the openai client over a service in memory, for as many steps as wanted. */
export const openaiRun: LongRun = {
  sdk: 'openai',
  prepare(plan) {
    const own = new OpenAI({
      apiKey: 'none',
      baseURL: 'http://bench.invalid/v1',
      fetch: serve(plan),
    });
    const client = plan.hooks === undefined ? own : withHooks(own, plan.hooks);
    return async () => {
      const options = { maxChatCompletions: plan.steps + 1 };
      const body = {
        model: 'bench',
        messages: [{ role: 'user' as const, content: QUESTION }],
        tools: [weather()],
      };
      const { completions } = client.chat;
      const runner = plan.streamed
        ? completions.runTools({ ...body, stream: true }, options)
        : completions.runTools(body, options);
      await runner.finalContent();
      return runner;
    };
  },
};

function weather() {
  return {
    type: 'function' as const,
    function: {
      name: 'weather',
      description: 'The weather in a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      parse: (text: string) => JSON.parse(text) as { city: string },
      function: ({ city }: { city: string }) => weatherIn(city),
    },
  };
}

function serve({ steps, streamed, onModelCall }: LongRunPlan): typeof fetch {
  let step = 0;
  return () => {
    onModelCall();
    const message = step++ < steps ? toolCall(step) : { role: 'assistant', content: ANSWER };
    const finish = 'tool_calls' in message ? 'tool_calls' : 'stop';
    return Promise.resolve(streamed ? events(message, finish) : completion(message, finish));
  };
}

function toolCall(step: number) {
  const call = { name: 'weather', arguments: JSON.stringify({ city: cityAt(step) }) };
  const tool_calls = [{ index: 0, id: `call-${step}`, type: 'function', function: call }];
  return { role: 'assistant', content: null, tool_calls };
}

const COMMON = { id: 'c', created: 1, model: 'bench' };

function completion(message: object, finish_reason: string): Response {
  const choices = [{ index: 0, message, finish_reason }];
  return Response.json({ ...COMMON, object: 'chat.completion', choices });
}

function events(delta: object, finish_reason: string): Response {
  const object = 'chat.completion.chunk';
  const chunks = [
    { ...COMMON, object, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...COMMON, object, choices: [{ index: 0, delta: {}, finish_reason }] },
  ];
  const text = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}
