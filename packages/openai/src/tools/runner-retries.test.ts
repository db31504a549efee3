import { createHooks, retry } from '@interpose/core';
import OpenAI from 'openai';
import { ResponsesToolRunner } from 'openai/helpers/responses-tool-runner';
import { expect, test } from 'vitest';

import { withHooks } from '../index.ts';

const wish = { id: 'f', type: 'function_call', call_id: 'c', name: 'refund', arguments: '{}' };
const text = { type: 'output_text', text: 'Done.', annotations: [] };
const said = { id: 'm', type: 'message', role: 'assistant', content: [text] };
const asked = { model: 'small', input: 'Pay me.' };
const tool = { type: 'function' as const, name: 'refund', parameters: {}, strict: false };

/** Runs a tool whose answer differs each time, and returns the outputs in each request. */
async function outputsOf(event: 'onToolCallResult' | 'onResponse'): Promise<unknown[][]> {
  const answers = event === 'onResponse' ? [wish, said, said] : [wish, said];
  const outputs: unknown[][] = [];
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const { input } = JSON.parse(init?.body as string) as { readonly input: unknown };
    const items = (Array.isArray(input) ? input : []) as { type?: string; output?: unknown }[];
    outputs.push(
      items.flatMap((item) => (item.type === 'function_call_output' ? item.output : [])),
    );
    const item = { status: 'completed', ...answers.shift() };
    return Response.json({ id: 'r', object: 'response', status: 'completed', output: [item] });
  };
  let runs = 0;
  const runner = new ResponsesToolRunner({
    functions: [{ tool, execute: async () => `paid ${++runs}` }],
  });
  const hooks = createHooks();
  let retried = false;
  const again = () => (retried ? undefined : ((retried = true), retry()));
  if (event === 'onToolCallResult') hooks.addHook(event, again);
  else
    hooks.addHook(event, ({ response }) =>
      response.finishReason === 'stop' ? again() : undefined,
    );
  withHooks(runner as never, hooks);
  await runner.run(new OpenAI({ apiKey: 'any', fetch, logLevel: 'off' }), asked);
  return outputs;
}

test('a tool that a hook runs again is told to the model once, with its last result', async () => {
  expect(await outputsOf('onToolCallResult')).toEqual([[], ['paid 2']]);
});

test('an answer that a hook asks for again gets each result once', async () => {
  expect(await outputsOf('onResponse')).toEqual([[], ['paid 1'], ['paid 1']]);
});
